import type { PolicyDocument, RowChange } from "./policy-document.ts";
import type { PolicyRow } from "./policy-row.ts";
import type { Policy } from "./policy-table.ts";

function changeRow(row: PolicyRow, change: RowChange, source: string): PolicyRow {
  const { free, first: shippedFirst, added, ...rest } = row;
  const changed: PolicyRow = {
    ...rest,
    owner: change.owner ?? row.owner,
    added: {
      source,
      first: [...(added?.first ?? []), ...(change.first ?? [])],
      second: [...(added?.second ?? []), ...(change.second ?? [])],
      never: [...(added?.never ?? []), ...(change.never ?? [])],
    },
  };
  // Without `free` and `first` a person always decides.
  if (change.free === false) return { ...changed, why: row.why || "the tenant's policy always asks for a person" };
  if (change.free !== undefined) return { ...changed, free: { when: change.free, why: "the tenant's policy asks for nobody" } };
  return { ...changed, ...(free ? { free } : {}), ...(shippedFirst ? { first: shippedFirst } : {}) };
}

/** The policy that a tenant's document makes of a base; its version becomes `<base>+<document>`. Rows that it names must exist. */
export function applyDocument(base: Policy, document: PolicyDocument): Policy {
  const stated = Object.entries(document.thresholds ?? {}).filter(([, value]) => value !== undefined);
  const rows = base.rows.map((row) =>
    document.rows.filter((change) => change.row === row.id).reduce((so, change) => changeRow(so, change, document.version), row),
  );
  return {
    ...base,
    version: `${base.version}+${document.version}`,
    thresholds: { ...base.thresholds, ...Object.fromEntries(stated) },
    rows,
  };
}
