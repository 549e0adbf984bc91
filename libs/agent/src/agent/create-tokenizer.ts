import { z } from "zod";
import { ENCODINGS, type EncodingName, encodingOf } from "./encoding-of.ts";
import { createServerTokenizer } from "./server-tokenizer.ts";
import { ESTIMATE, type Tokenizer } from "./tokenizer.ts";

/** Setting `QM_TOKENIZER`: `auto` knows a model by its name, `server` asks the model server's `/tokenize`. */
export const tokenizerSetting = () => z.enum(["auto", "estimate", "server", ...ENCODINGS]).default("auto");
export type TokenizerSetting = z.infer<ReturnType<typeof tokenizerSetting>>;

export interface TokenizerOptions {
  model: string;
  setting: TokenizerSetting;
  /** Base URL of the model server, for `server`. */
  baseUrl: string;
}

const LOADERS = {
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
  o200k_harmony: () => import("gpt-tokenizer/encoding/o200k_harmony"),
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
} as const;

/** A run of letters, spaces or signs this long makes the merging of pairs quadratic; no word is as long. */
const LONG_RUN = /[\p{L}\p{M}]{400}|\s{400}|[^\s\p{L}\p{N}]{400}/u;
const PIECE_CHARS = 200;
/** Marks of the chat format are plain text in what others wrote: counted, never obeyed, no reason to fail. */
const PLAIN = { disallowedSpecial: new Set<string>() };

async function loadEncoding(name: EncodingName): Promise<Tokenizer> {
  const { countTokens } = await LOADERS[name]();
  return {
    name,
    exact: true,
    count(text) {
      if (!LONG_RUN.test(text)) return countTokens(text, PLAIN);
      let sum = 0;
      for (let at = 0; at < text.length; at += PIECE_CHARS) sum += countTokens(text.slice(at, at + PIECE_CHARS), PLAIN);
      return sum;
    },
  };
}

/** The tokenizer of a model. An encoding is loaded (about 70 MB) only where one is known or asked for; all else is estimated. */
export async function createTokenizer(options: TokenizerOptions): Promise<Tokenizer> {
  const { model, setting, baseUrl } = options;
  if (setting === "estimate") return ESTIMATE;
  if (setting === "server") return createServerTokenizer({ baseUrl, model });
  const encoding = setting === "auto" ? encodingOf(model) : setting;
  return encoding === null ? ESTIMATE : await loadEncoding(encoding);
}
