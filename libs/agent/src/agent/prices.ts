import { z } from "zod";

const PRICE = z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?$/, 'must be a decimal text such as "0.15"');

/** Currency units for a million tokens, by model name. */
export const Prices = z.record(z.string().min(1).max(200), z.strictObject({ prompt: PRICE, completion: PRICE }));
export type Prices = z.infer<typeof Prices>;

/** Setting `QM_PRICES`: JSON such as `{"small-model":{"prompt":"0.15","completion":"0.60"}}`. */
export const pricesSetting = () =>
  z
    .string()
    .transform((text, context): Prices => {
      try {
        return Prices.parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: "custom", message: 'must be JSON such as {"model":{"prompt":"0.15","completion":"0.60"}}' });
        return z.NEVER;
      }
    })
    .default({});

/** What a model costs; a price for a million tokens in currency units is the same number in millionths for one token. */
export interface ModelPrice {
  /** Millionths of a currency unit for these tokens, rounded up. */
  costMicros(promptTokens: number, completionTokens: number): number;
  /** Completion tokens that this amount still buys after the prompt; Infinity when they are free. */
  completionTokensFor(micros: number, promptTokens: number): number;
}

const SCALE = 1_000_000n;
const scaled = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(6, "0"));
};

/** The price of a model, or null when none is configured: then cost is not limited and not reported. */
export function priceOf(prices: Prices, model: string): ModelPrice | null {
  const entry = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!entry) return null;
  const prompt = scaled(entry.prompt);
  const completion = scaled(entry.completion);
  return {
    costMicros: (promptTokens, completionTokens) =>
      Number((BigInt(promptTokens) * prompt + BigInt(completionTokens) * completion + SCALE - 1n) / SCALE),
    completionTokensFor(micros, promptTokens) {
      const left = BigInt(micros) * SCALE - BigInt(promptTokens) * prompt;
      if (left < 0n) return 0;
      return completion === 0n ? Number.POSITIVE_INFINITY : Number(left / completion);
    },
  };
}

/** Millionths as a decimal text in currency units. */
export function microsToDecimal(micros: number): string {
  const fraction = String(micros % 1_000_000)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${Math.floor(micros / 1_000_000)}${fraction === "" ? "" : `.${fraction}`}`;
}
