import { storableJson } from "@quartermaster/shared/signing";
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
    record(given) {
      // What cannot be stored would stop the task at its next step; memory and journal must agree, so both get the same words.
      const entry = storableJson(given);
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
