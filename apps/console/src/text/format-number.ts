const DECIMAL = /^(-?)(\d+)(\.\d+)?$/;

/** Groups the digits of a decimal text for reading and keeps every one of them; other texts stay as they are. */
export function groupDigits(value: string, language: string): string {
  const match = DECIMAL.exec(value);
  if (!match) return value;
  const group = language === "de" ? "." : ",";
  const point = language === "de" ? "," : ".";
  const whole = (match[2] ?? "").replace(/\B(?=(\d{3})+(?!\d))/g, group);
  return `${match[1] === "-" ? "−" : ""}${whole}${match[3] ? point + match[3].slice(1) : ""}`;
}

const scaled = (value: string, places: number): bigint | null => {
  const match = DECIMAL.exec(value);
  if (!match) return null;
  const digits = (match[3] ?? ".").slice(1).padEnd(places, "0");
  return BigInt(`${match[1] ?? ""}${match[2] ?? "0"}${digits}`);
};

/** Exact difference of two decimal texts with its sign; null when one of them is no number. */
export function decimalDifference(before: string, after: string): string | null {
  const places = Math.max(...[before, after].map((value) => (value.split(".")[1] ?? "").length));
  const a = scaled(before, places);
  const b = scaled(after, places);
  if (a === null || b === null) return null;
  const difference = b - a;
  const digits = (difference < 0n ? -difference : difference).toString().padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return `${difference < 0n ? "-" : "+"}${text}`;
}
