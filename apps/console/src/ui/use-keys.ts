import { useEffect, useRef } from "react";

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

/**
 * Binds single keys ("j", "escape") and pairs ("g h"), in lower case. Off while typing, while composing, with modifiers, on auto-repeat (arrows and j, k may
 * repeat) and while a dialog is open.
 */
export function useKeys(map: KeyMap, enabled = true): void {
  const current = useRef(map);
  useEffect(() => {
    current.current = map;
  });
  useEffect(() => {
    if (!enabled) return;
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog],[role=menu]") !== null) return;
      const key = event.key.toLowerCase();
      if (event.repeat && !["j", "k", "arrowdown", "arrowup"].includes(key)) return;
      const pair = first && Date.now() - first.at < SEQUENCE_MS ? current.current[`${first.key} ${key}`] : undefined;
      const action = pair ?? current.current[key];
      first = pair ? null : { key, at: Date.now() };
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [enabled]);
}
