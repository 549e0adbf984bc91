import type { Risk } from "../api/types.ts";

export interface GateFacts {
  risk: Risk;
  /** Milliseconds that the complete card was on a visible page. */
  dwelledMs: number;
  reachedEnd: boolean;
  /** Text to type; null when none. */
  confirm: string | null;
  typed: string;
  hash: "pending" | "equal" | "differs";
  /** Milliseconds since the card or the stream was last heard. */
  silentMs: number;
  streamLive: boolean;
  online: boolean;
  unshowable: boolean;
  sending: boolean;
}

export type Gate =
  | { open: true }
  | { open: false; because: "sending" | "unshowable" | "offline" | "stale" | "hash" | "hash_differs" | "read" | "confirm" }
  | { open: false; because: "dwell"; seconds: number };

export const DWELL_MS: Record<Risk, number> = { 1: 2_000, 2: 4_000, 3: 4_000 };
const FRESH_MS = 30_000;

/** Whether Approve may be pressed, and if not, the one thing to say. */
export function approveGate(facts: GateFacts): Gate {
  if (facts.sending) return { open: false, because: "sending" };
  if (facts.unshowable) return { open: false, because: "unshowable" };
  if (!facts.online) return { open: false, because: "offline" };
  if (facts.hash === "differs") return { open: false, because: "hash_differs" };
  if (facts.hash === "pending") return { open: false, because: "hash" };
  if (!facts.streamLive && facts.silentMs > FRESH_MS) return { open: false, because: "stale" };
  if (facts.risk > 1 && !facts.reachedEnd) return { open: false, because: "read" };
  const left = DWELL_MS[facts.risk] - facts.dwelledMs;
  if (left > 0) return { open: false, because: "dwell", seconds: Math.ceil(left / 1000) };
  if (facts.confirm !== null && facts.typed.trim() !== facts.confirm) return { open: false, because: "confirm" };
  return { open: true };
}
