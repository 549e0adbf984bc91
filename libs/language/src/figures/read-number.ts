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
