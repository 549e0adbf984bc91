/** Counts tokens as a model would. What counts must be the same for the same text, or a resumed task would be cut elsewhere. */
export interface Tokenizer {
  /** Name of the encoding, `server`, or `estimate`. */
  readonly name: string;
  /** False when the count is only an estimate. */
  readonly exact: boolean;
  /** Tokens of a text; at least 0. Never throws, whatever the text. */
  count(text: string): number;
  /**
   * Counts texts where that needs a call; `count` answers from then on. Bounded in time, and never fails: what could not be
   * counted stays an estimate.
   */
  prepare?(texts: readonly string[], signal: AbortSignal): Promise<void>;
}

/** Tokens of a text without a tokenizer: bytes / 3, rounded up. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** Stands in for the tokenizer of a model that nobody knows. */
export const ESTIMATE: Tokenizer = { name: "estimate", exact: false, count: estimateTokens };
