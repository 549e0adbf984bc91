/** How a task ended; everything else of the result comes from the state. */
export interface LoopEnd {
  status: "ok" | "partial" | "question" | "refused" | "failed" | "timeout" | "unavailable" | "budget" | "repetition" | "cancelled";
  /** Machine-readable reason. */
  stopReason: string;
  answer: string | null;
  refusal: { code: string; detail: string } | null;
  callErrors: { index: number; code: string; detail: string; path: string | null }[];
}

/** An end with the usual empty members. */
export const endWith = (status: LoopEnd["status"], stopReason: string, more: Partial<LoopEnd> = {}): LoopEnd => ({
  status,
  stopReason,
  answer: null,
  refusal: null,
  callErrors: [],
  ...more,
});
