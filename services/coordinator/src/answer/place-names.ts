import type { Snapshot } from "@quartermaster/shared/contracts";
import type { CollectedResults } from "../results/collect-results.ts";

const nameOf = ({ fields }: Snapshot): string | null => {
  const [alias] = Array.isArray(fields.aliases) ? fields.aliases : [];
  return typeof alias === "string" ? alias : typeof fields.name === "string" ? fields.name : null;
};

/** Short names of the places that the results hold records of, by id. */
export function placeNames(results: Pick<CollectedResults, "snapshots" | "reads" | "proposals">): Map<string, string> {
  const records = [
    ...results.snapshots,
    ...results.reads.flatMap((read) => read.records),
    ...results.proposals.flatMap((proposal) => proposal.evidence.flatMap(({ snapshot }) => (snapshot ? [snapshot] : []))),
  ];
  return new Map(
    records.flatMap((record) => {
      const name = record.kind === "location" ? nameOf(record) : null;
      return name === null ? [] : [[record.id, name] as const];
    }),
  );
}

/** The text with the name of each place before its id: "Hamburg (LOC-HAM)". An id in brackets or behind a name stays alone. */
export const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/(?<![([\w-])LOC-[A-Z0-9]+(?![\w-])/g, (id) => {
    const name = names.get(id);
    return name === undefined ? id : `${name} (${id})`;
  });
