import type { AnswerFact, JsonObject, JsonValue, ReadResult } from "@quartermaster/shared/contracts";

const DECIMAL = /^-?(?:0|[1-9]\d{0,17})(?:\.\d{1,9})?$/;
const LABELS = ["sku", "location", "lot", "service", "serviceId", "shipmentId"];
const MAX_FACTS = 60;

interface Scope {
  record: string | null;
  unit: string | null;
  label: string;
}

const words = (key: string): string =>
  key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

function scopeOf(object: JsonObject, outer: Scope, versions: ReadonlyMap<string, string>): Scope {
  const unit = object.uom ?? object.unit;
  const own = [object.record, object.id, object.recordId].find((value) => typeof value === "string");
  const record = typeof own === "string" ? (versions.get(own) ?? (own.includes("@") ? own : null)) : null;
  const label = LABELS.flatMap((key) => (typeof object[key] === "string" ? [String(object[key])] : [])).join(" ");
  return { unit: typeof unit === "string" ? unit : outer.unit, record: record ?? outer.record, label: label === "" ? outer.label : label };
}

function walk(value: JsonValue, scope: Scope, versions: ReadonlyMap<string, string>, out: AnswerFact[]): void {
  if (out.length >= MAX_FACTS || value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, versions, out);
    return;
  }
  const inner = scopeOf(value, scope, versions);
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "string" || !DECIMAL.test(member)) walk(member, inner, versions, out);
    else if (inner.record !== null && out.length < MAX_FACTS) {
      const text = `${inner.label} ${words(key)}`.trim().slice(0, 400);
      out.push({ text, value: member, unit: inner.unit?.slice(0, 20) ?? null, record: inner.record.slice(0, 120) });
    }
  }
}

/** Figures of the read results with unit and record id: what an answer may cite, taken from the records and not from prose. */
export function answerFacts(reads: readonly ReadResult[]): AnswerFact[] {
  const out: AnswerFact[] = [];
  for (const read of reads) {
    const versions = new Map(read.records.map((record) => [record.id, `${record.id}@${record.version}`]));
    const only = read.records.length === 1 ? ([...versions.values()][0] ?? null) : null;
    walk(read.result, { record: only, unit: null, label: "" }, versions, out);
  }
  return out;
}
