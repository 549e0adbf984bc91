import { type RefObject, useEffect, useRef, useState } from "react";

/** True once the marked end of a card was on the screen; starts again when the key changes. */
export function useReachedEnd(key: string): { end: RefObject<HTMLDivElement | null>; reached: boolean } {
  const end = useRef<HTMLDivElement | null>(null);
  const [reachedKey, setReachedKey] = useState<string | null>(null);
  useEffect(() => {
    const mark = end.current;
    if (mark === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setReachedKey(key);
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [key]);
  return { end, reached: reachedKey === key };
}
