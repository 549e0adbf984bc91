import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** False while the tab is hidden. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
