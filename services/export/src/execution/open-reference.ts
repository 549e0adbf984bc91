/** Target of an open plan reference in a preview's arguments, or null when the value is a plain id. */
export function openReference(value: unknown): { step: string; output: string } | null {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return null;
  const target = value.$ref as { step?: unknown; output?: unknown };
  return typeof target.step === "string" && typeof target.output === "string" ? { step: target.step, output: target.output } : null;
}
