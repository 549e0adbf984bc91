import type { JsonValue } from "@quartermaster/shared/contracts";

function longestList(value: JsonValue): JsonValue[] | null {
  let longest: JsonValue[] | null = null;
  const consider = (list: JsonValue[] | null) => {
    if (list && list.length > 1 && list.length > (longest?.length ?? 0)) longest = list;
  };
  if (Array.isArray(value)) {
    consider(value);
    for (const item of value) consider(longestList(item));
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) consider(longestList(member));
  }
  return longest;
}

/** What the model sees of a large result: long lists keep their beginning and say how many were left out. */
export function cutResult(value: JsonValue, maxChars = 16_000): JsonValue {
  let text = JSON.stringify(value);
  if (text.length <= maxChars) return value;
  const copy = JSON.parse(text) as JsonValue;
  const leftOut = new Map<JsonValue[], number>();
  for (let round = 0; round < 40 && text.length > maxChars; round++) {
    const list = longestList(copy);
    if (!list) break;
    const removed = list.splice(Math.max(1, Math.floor(list.length / 2)));
    leftOut.set(list, (leftOut.get(list) ?? 0) + removed.length);
    text = JSON.stringify(copy);
  }
  for (const [list, count] of leftOut) list.push({ leftOut: count, hint: "Narrow the filter to see them." });
  return text.length > maxChars * 2 ? { cut: true, beginning: text.slice(0, maxChars) } : copy;
}
