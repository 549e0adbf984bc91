/** Exact sums and comparisons of decimal texts, with at most nine digits after the point. */
const SCALE = 9;

const scaled = (text: string): bigint => {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = (negative ? text.slice(1) : text).split(".");
  const value = BigInt(whole + fraction.padEnd(SCALE, "0").slice(0, SCALE));
  return negative ? -value : value;
};

const unscaled = (value: bigint): string => {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  return `${negative ? "-" : ""}${digits.slice(0, -SCALE)}${fraction ? `.${fraction}` : ""}`;
};

/** Sum of decimal texts. */
export const sumDecimals = (texts: readonly string[]): string => unscaled(texts.reduce((sum, text) => sum + scaled(text), 0n));

/** a − b. */
export const subtractDecimals = (a: string, b: string): string => unscaled(scaled(a) - scaled(b));

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export const compareDecimals = (a: string, b: string): number => {
  const difference = scaled(a) - scaled(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

const DECIMAL = /^-?\d{1,18}(\.\d{1,9})?$/;
/** The value as decimal text when it is one, else null. */
export const asDecimal = (value: unknown): string | null => (typeof value === "string" && DECIMAL.test(value) ? value : null);
