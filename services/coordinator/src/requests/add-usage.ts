import type { Usage } from "@quartermaster/shared/contracts";

export const NO_USAGE: Usage = { modelCalls: 0, promptTokens: 0, completionTokens: 0, cost: null, estimated: false };

const addDecimals = (a: string, b: string): string => {
  const scale = 1_000_000_000n;
  const parse = (text: string): bigint => {
    const [whole = "0", fraction = ""] = text.split(".");
    return BigInt(whole) * scale + BigInt(fraction.padEnd(9, "0").slice(0, 9));
  };
  const sum = parse(a) + parse(b);
  const fraction = (sum % scale).toString().padStart(9, "0").replace(/0+$/, "");
  return `${sum / scale}${fraction === "" ? "" : `.${fraction}`}`;
};

/** Sums what model calls took; a cost stays unknown while no part has one. */
export function addUsage(parts: readonly (Usage | null | undefined)[]): Usage {
  return parts.reduce<Usage>((sum, part) => {
    if (!part) return sum;
    const cost = part.cost === null ? sum.cost : sum.cost === null ? part.cost : addDecimals(sum.cost, part.cost);
    return {
      modelCalls: sum.modelCalls + part.modelCalls,
      promptTokens: sum.promptTokens + part.promptTokens,
      completionTokens: sum.completionTokens + part.completionTokens,
      cost,
      estimated: sum.estimated || part.estimated,
    };
  }, NO_USAGE);
}
