import { AppError } from "@quartermaster/shared/errors";
import { formatDecimal, parseDecimal } from "@quartermaster/shared/quantity";

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const EXPONENT = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

/** Decimal text of a JSON number, exponent written out; nothing passes through a float. */
function plainDecimal(token: string): string {
  const match = EXPONENT.exec(token);
  if (!match) return token;
  const fraction = match[3] ?? "";
  const digits = `${match[2]}${fraction}`;
  const point = (match[2] ?? "").length + Number(match[4]);
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const at = point <= 0 ? 1 : point;
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  return `${match[1]}${whole}${padded.length > at ? `.${padded.slice(at)}` : ""}`;
}

/**
 * Reads JSON with every number as its decimal text: 60.0000024 stays 60.0000024 and 0.1 stays 0.1.
 * @throws SyntaxError for text that is not JSON.
 */
export function parseExact(text: string): unknown {
  JSON.parse(text);
  return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${plainDecimal(token)}"`)));
}

/**
 * A quantity from outside in its shortest decimal form. It is refused, never rounded, when it has more decimals than the item allows.
 * @throws AppError quantity_not_exact
 */
export function exactQuantity(value: unknown, scale: number, what: string): string {
  const parsed = typeof value === "string" ? parseDecimal(value) : null;
  const text = parsed === null ? null : formatDecimal(parsed, scale);
  if (text !== null) return text;
  throw new AppError("quantity_not_exact", { detail: `${what}: ${String(value).slice(0, 60)} has no exact value with ${scale} decimals` });
}
