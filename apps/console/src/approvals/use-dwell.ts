import { useEffect, useState } from "react";

const STEP_MS = 250;

/** Milliseconds that the thing named by `key` was on a visible page; starts again when the key changes. */
export function useDwell(key: string, limitMs: number): number {
  const [dwell, setDwell] = useState({ key, ms: 0 });
  const ms = dwell.key === key ? dwell.ms : 0;
  const done = ms >= limitMs;
  useEffect(() => {
    if (done) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== "visible") return;
      setDwell((last) => ({ key, ms: (last.key === key ? last.ms : 0) + STEP_MS }));
    }, STEP_MS);
    return () => window.clearInterval(timer);
  }, [key, done]);
  return ms;
}
