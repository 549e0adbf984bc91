import { estimateTokens, type Tokenizer } from "./tokenizer.ts";
import { undiciFetch } from "./undici-fetch.ts";

const TIMEOUT_MS = 5_000;
/** Texts whose count is remembered; the oldest are forgotten first and counted as an estimate again. */
const MAX_KNOWN = 4_000;
/** A server that fails this often in a row is not asked again by this process. */
const MAX_FAILURES = 3;

const countOf = (body: unknown): number | null => {
  const { count, tokens } = (typeof body === "object" && body !== null ? body : {}) as { count?: unknown; tokens?: unknown };
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  return Array.isArray(tokens) ? tokens.length : null;
};

/**
 * Counts with the model server's own `/tokenize` (as vLLM and llama.cpp have it, beside `/v1`). Each text is asked for once;
 * until it was, and where the server has no such call, the estimate counts.
 */
export function createServerTokenizer(options: { baseUrl: string; model: string }): Tokenizer {
  const url = `${options.baseUrl.replace(/\/v1\/?$/, "").replace(/\/$/, "")}/tokenize`;
  const known = new Map<string, number>();
  let failures = 0;

  const ask = async (text: string, signal: AbortSignal): Promise<void> => {
    try {
      const answer = await undiciFetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: options.model, prompt: text, content: text }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const count = answer.ok ? countOf(await answer.json()) : null;
      if (count === null) throw new Error(`the model server's /tokenize answered ${answer.status} without a count`);
      failures = 0;
      known.set(text, count);
    } catch {
      signal.throwIfAborted();
      failures += 1;
    }
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
  };

  return {
    name: "server",
    get exact() {
      return failures < MAX_FAILURES;
    },
    count: (text) => known.get(text) ?? estimateTokens(text),
    async prepare(texts, signal) {
      for (const text of new Set(texts)) {
        if (failures >= MAX_FAILURES) return;
        if (text !== "" && !known.has(text)) await ask(text, signal);
      }
    },
  };
}
