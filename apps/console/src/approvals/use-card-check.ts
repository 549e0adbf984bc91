import { useEffect, useState } from "react";
import { cardHash } from "../api/card-hash.ts";
import type { Card } from "../api/types.ts";

export interface CardCheck {
  state: "pending" | "equal" | "differs";
  /** Hash of what is shown. */
  hash: string | null;
}

/** Recomputes the hash over the card that is on the screen and compares it with the one that the server names. */
export function useCardCheck(card: Card): CardCheck {
  const [check, setCheck] = useState<{ card: Card; result: CardCheck } | null>(null);
  useEffect(() => {
    let current = true;
    const note = (result: CardCheck): void => {
      if (current) setCheck({ card, result });
    };
    cardHash(card).then(
      (hash) => note({ state: hash === card.hash ? "equal" : "differs", hash }),
      () => note({ state: "differs", hash: null }),
    );
    return () => {
      current = false;
    };
  }, [card]);
  return check?.card === card ? check.result : { state: "pending", hash: null };
}
