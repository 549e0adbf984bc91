import type { JournalEntry } from "./journal.ts";
import { applyEntry, type TaskState } from "./task-state.ts";

/** Takes entries into the state and keeps those that the journal does not have yet. */
export interface Recorder {
  record(entry: JournalEntry): void;
  /** Entries since the last call of `take`. */
  take(): JournalEntry[];
}

/** Makes the recorder of one running task. */
export function createRecorder(state: TaskState): Recorder {
  let waiting: JournalEntry[] = [];
  return {
    record(entry) {
      applyEntry(state, entry);
      waiting.push(entry);
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
