const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Exact comparison of two decimal texts: below zero, zero or above zero, as for sorting. NaN when one is no decimal. */
export function compareDecimals(a: string, b: string): number {
  const left = DECIMAL.exec(a);
  const right = DECIMAL.exec(b);
  if (!left || !right) return Number.NaN;
  const scale = Math.max(left[3]?.length ?? 0, right[3]?.length ?? 0);
  const scaled = (parts: RegExpExecArray): bigint => BigInt(`${parts[1]}${parts[2]}${(parts[3] ?? "").padEnd(scale, "0")}`);
  const difference = scaled(left) - scaled(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
