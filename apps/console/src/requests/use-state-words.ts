import { useStop } from "../admin/switch-queries.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";

interface StateWords {
  /** Mark of a state, see `StateWord`. */
  mark(state: string): string;
  ofRequest(status: string): string;
  ofStep(state: string): string;
}

/** Words for how a request and its steps stand. While all execution is stopped, nothing is called as being executed. */
export function useStateWords(): StateWords {
  const m = useMessages();
  const stopped = useStop() !== null;
  const request = stopped ? { ...m.status, executing: m.statusStopped } : m.status;
  const step = stopped ? { ...m.stepState, approved: m.stepStopped.approved, executing: m.stepStopped.executing } : m.stepState;
  return {
    mark: (state) => (stopped && state === "executing" ? "waiting" : state),
    ofRequest: (status) => wordOf(request, status),
    ofStep: (state) => wordOf(step, state),
  };
}
