import type { AnswerFact, Snapshot } from "@quartermaster/shared/contracts";

const DECIMAL = /^-?(0|[1-9]\d{0,17})(\.\d{1,9})?$/;
const NAMING = ["sku", "location", "lot", "shipmentId", "declarationId"];

/** `onHand` → "on hand". */
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Every quantity that the records state, with its unit and the record it stands in. */
export function factsOfRecords(records: readonly Snapshot[]): AnswerFact[] {
  return records.flatMap((record) => {
    const unit = typeof record.fields.unit === "string" ? record.fields.unit : null;
    if (unit === null) return [];
    const about = NAMING.map((name) => record.fields[name]).filter((value) => typeof value === "string");
    return Object.entries(record.fields).flatMap(([name, value]) =>
      typeof value === "string" && DECIMAL.test(value)
        ? [{ text: [words(name), ...about].join(" "), value, unit, record: `${record.id}@${record.version}` }]
        : [],
    );
  });
}
