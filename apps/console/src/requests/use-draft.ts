import { useCallback, useRef, useState } from "react";

const read = (key: string): string => {
  try {
    return window.sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
};

export interface Draft {
  text: string;
  setText(text: string): void;
  /** The key for sending this text: the same until it was accepted or the text changed. */
  idempotencyKey(): string;
  clear(): void;
}

/** A text that survives a reload of the tab, with its Idempotency-Key. */
export function useDraft(name: string): Draft {
  const key = `qm.draft.${name}`;
  const [text, setState] = useState(() => read(key));
  const sent = useRef<{ text: string; key: string } | null>(null);
  const setText = useCallback(
    (next: string) => {
      setState(next);
      try {
        window.sessionStorage.setItem(key, next);
      } catch {
        // Without storage the draft lives as long as the page.
      }
    },
    [key],
  );
  const idempotencyKey = useCallback(() => {
    if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
    return sent.current.key;
  }, [text]);
  const clear = useCallback(() => {
    sent.current = null;
    setText("");
  }, [setText]);
  return { text, setText, idempotencyKey, clear };
}
