import { useSyncExternalStore } from "react";

const query = window.matchMedia("(max-width: 719px)");
const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** True under 720 px, where lists and cards are pages of their own. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
