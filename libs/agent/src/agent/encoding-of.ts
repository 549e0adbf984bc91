/** Encodings that can be loaded. */
export const ENCODINGS = ["o200k_base", "o200k_harmony", "cl100k_base"] as const;
export type EncodingName = (typeof ENCODINGS)[number];

const FAMILIES: readonly [RegExp, EncodingName][] = [
  [/^gpt-oss/, "o200k_harmony"],
  [/^(?:gpt-(?:4o|4\.\d|5)|chatgpt-4o|o[134](?:-|$))/, "o200k_base"],
  [/^gpt-(?:4|3\.5|35)(?:-|$)/, "cl100k_base"],
];

/** Encoding of a model by its name, without a provider before it or a fine-tune around it; null for a model of another family. */
export function encodingOf(model: string): EncodingName | null {
  const name = model.toLowerCase().replace(/^ft:/, "").split("/").at(-1) ?? "";
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? null;
}
