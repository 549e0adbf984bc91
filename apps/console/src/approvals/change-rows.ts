import type { Card, ChangeRow } from "../api/types.ts";

export interface ChangePair {
  path: string;
  label: string;
  record: string;
  version: number | null;
  before: string | null;
  after: string | null;
  unit: string | null;
  unitLabel: string | null;
  changed: boolean;
}

/** Matches both sides by path, changed rows first; nothing is left out. */
export function changePairs(card: Pick<Card, "before" | "after">): ChangePair[] {
  const left = new Map(card.before.map((row) => [row.path, row]));
  const right = new Map(card.after.map((row) => [row.path, row]));
  const pairs = [...new Set([...left.keys(), ...right.keys()])].flatMap((path) => {
    const before = left.get(path);
    const after = right.get(path);
    const row: ChangeRow | undefined = after ?? before;
    if (!row) return [];
    const pair: ChangePair = {
      path,
      label: row.label,
      record: row.record,
      version: before?.version ?? after?.version ?? null,
      before: before?.value ?? null,
      after: after?.value ?? null,
      unit: row.unit ?? before?.unit ?? null,
      unitLabel: row.unitLabel ?? before?.unitLabel ?? null,
      changed: (before?.value ?? null) !== (after?.value ?? null),
    };
    return [pair];
  });
  return [...pairs.filter((pair) => pair.changed), ...pairs.filter((pair) => !pair.changed)];
}
