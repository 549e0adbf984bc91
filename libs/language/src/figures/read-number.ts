import type { Language } from "@quartermaster/shared/contracts";

const clean = (whole: string, fraction: string): string => {
  const integer = whole.replace(/^0+(?=\d)/, "");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? integer : `${integer}.${rest}`;
};

/**
 * Reads a number as written in a language into an exact decimal text. "1.000" is a thousand on the continent and one in English;
 * "1,000" the other way round.
 */
export function readNumber(written: string, language: Language): string {
  const text = written.replace(/[ '\u00a0\u202f]/g, "");
  const point = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  if (point >= 0 && comma >= 0) {
    const decimal = Math.max(point, comma);
    return clean(text.slice(0, decimal).replace(/[.,]/g, ""), text.slice(decimal + 1));
  }
  const separator = point >= 0 ? "." : ",";
  const parts = text.split(separator);
  if (parts.length === 1) return clean(text, "");
  if (parts.length > 2) return clean(parts.join(""), "");
  const grouping = language === "en" ? "," : ".";
  if (separator === grouping && parts[1]?.length === 3 && parts[0] !== "0") return clean(parts.join(""), "");
  return clean(parts[0] ?? "0", parts[1] ?? "");
}

/**
 * The other way in which a number may have been meant, or null. A decimal of three digits of which the last is a zero is hardly ever
 * written ("1.000 pieces" in English, "2,500" in German): whoever writes so may count in the other language's thousands.
 */
export function otherReading(written: string, language: Language): string | null {
  const decimal = language === "en" ? "." : ",";
  const match = /^([1-9]\d{0,2})([.,])(\d{2}0)$/.exec(written);
  return match && match[2] === decimal ? `${match[1]}${match[3]}` : null;
}
