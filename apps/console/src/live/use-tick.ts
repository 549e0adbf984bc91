import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: number | undefined;
let second = Math.floor(Date.now() / 1000);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    second = Math.floor(Date.now() / 1000);
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Re-renders once a second from the page's only timer; with `everySeconds` it does so less often. */
export function useTick(everySeconds = 1): number {
  return useSyncExternalStore(subscribe, () => Math.floor(second / everySeconds));
}
