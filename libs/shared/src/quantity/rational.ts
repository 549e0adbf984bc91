/** Exact fraction; the denominator is positive and the fraction is reduced. Never a float: 0.1 + 0.2 must be 0.3. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,18}))?$/;

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Makes a reduced fraction. The denominator must not be zero. */
export function rational(numerator: bigint, denominator = 1n): Rational {
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(numerator, sign * denominator) || 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

/** The fraction behind a decimal text such as "12.50", or null when the text is none. */
export function parseDecimal(text: string): Rational | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? "";
  const value = BigInt(`${match[2]}${fraction}`);
  return rational(match[1] === "-" ? -value : value, 10n ** BigInt(fraction.length));
}

/** Like parseDecimal, for text that code or the database wrote. @throws RangeError */
export function decimal(text: string): Rational {
  const value = parseDecimal(text);
  if (value === null) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  return value;
}

export const ZERO: Rational = rational(0n);
export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const subtract = (a: Rational, b: Rational): Rational => add(a, { numerator: -b.numerator, denominator: b.denominator });
export const multiply = (a: Rational, b: Rational): Rational => rational(a.numerator * b.numerator, a.denominator * b.denominator);
/** The divisor must not be zero. */
export const divide = (a: Rational, b: Rational): Rational => rational(a.numerator * b.denominator, a.denominator * b.numerator);
/** Negative, zero or positive as a is below, equal to or above b. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
export const sum = (values: readonly Rational[]): Rational => values.reduce(add, ZERO);

/** Shortest decimal text with at most `maxScale` decimals, or null when the value needs more: nothing is rounded silently. */
export function formatDecimal(value: Rational, maxScale = 9): string | null {
  const scaled = value.numerator * 10n ** BigInt(maxScale);
  if (scaled % value.denominator !== 0n) return null;
  return digits(scaled / value.denominator, maxScale);
}

/** Decimal text rounded half away from zero, for money and mass that people read. */
export function roundDecimal(value: Rational, scale: number): string {
  const doubled = value.numerator * 10n ** BigInt(scale) * 2n;
  const half = doubled < 0n ? -value.denominator : value.denominator;
  return digits((doubled + half) / (value.denominator * 2n), scale);
}

function digits(scaled: bigint, scale: number): string {
  const negative = scaled < 0n;
  const text = (negative ? -scaled : scaled).toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
