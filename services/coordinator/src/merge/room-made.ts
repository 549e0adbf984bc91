import type { Action, Finding, Guard, Proposal } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals, subtractDecimals, sumDecimals } from "./decimal.ts";
import { objectsOf, textOf } from "./fields.ts";
import type { TakeBack } from "./take-back.ts";
import { stockOf, type UnitUse, unitUsesOf } from "./unit-uses.ts";

type Release = Pick<Action, "args"> & Partial<Pick<Proposal, "id" | "meaning">>;

/** Units of a stock record that one reservation gives back before other steps of the plan take theirs. */
export interface RoomMade {
  record: string;
  units: string;
  /** Proposals of the releases; empty while they are only asked for. */
  releases: readonly string[];
  /** Proposals that wait for the releases. */
  takers: ReadonlySet<string>;
}

const smaller = (a: string, b: string): string => (compareDecimals(a, b) < 0 ? a : b);
const isRelease = ({ tool }: Pick<Action, "tool">): boolean => tool === "release_reservation";

/** Base units that a call gives back; without an amount all that is held. */
function unitsOf({ args, meaning }: Release, held: string, unit: string): string {
  const said = asDecimal(meaning?.quantity) ?? (args.uom === unit ? asDecimal(args.quantity) : null);
  return said === null ? held : smaller(said, held);
}

/** What releases that go first give back to the rows from which other steps of the plan take units. */
export function findRoom(proposals: readonly Proposal[], back: Pick<TakeBack, "waiting" | "first" | "needs">): RoomMade[] {
  const found = new Map<string, { record: string; held: string; unit: string; releases: Set<Release>; takers: Set<string> }>();
  for (const { proposal, record } of unitUsesOf(proposals)) {
    const before = proposals.filter((other) => isRelease(other) && proposal.after.includes(other.ref));
    const first: Release[] = back.waiting.includes(proposal) ? [...back.first, ...back.needs].filter(isRelease) : [];
    const fields = stockOf(proposal, record)?.fields ?? {};
    for (const held of objectsOf(fields.reservations)) {
      const releases = [...before, ...first].filter(({ args }) => args.reservationId === held.id);
      if (releases.length === 0) continue;
      const unit = textOf(fields, "unit") ?? "";
      const known = found.get(String(held.id)) ?? { record, held: String(held.quantity), unit, releases: new Set(), takers: new Set() };
      for (const release of releases) known.releases.add(release);
      known.takers.add(proposal.id);
      found.set(String(held.id), known);
    }
  }
  return [...found.values()].map(({ record, held, unit, releases, takers }) => ({
    record,
    units: smaller(sumDecimals([...releases].map((release) => unitsOf(release, held, unit))), held),
    releases: [...releases].flatMap(({ id }) => id ?? []),
    takers,
  }));
}

/** Units that the steps of a record take out of what is given back first: no more than they take, and none of it twice. */
export function takenOfRoom(room: readonly RoomMade[], record: string, uses: readonly UnitUse[]): string {
  const made = room.filter((one) => one.record === record);
  const takers = uses.filter((use) => use.record === record && made.some((one) => one.takers.has(use.proposal.id)));
  return smaller(sumDecimals(made.map((one) => one.units)), sumDecimals(takers.map((use) => use.quantity)));
}

const FIGURES: ReadonlySet<string> = new Set(["insufficient_available", "below_safety_stock"]);
const notNegative = (value: string): string => (compareDecimals(value, "0") > 0 ? value : "0");

/** What the row says to the taking once the units are back; the dry run only saw the books before. */
function figuresOf({ proposal, record, quantity }: UnitUse, room: string): { findings: Finding[]; aboveSafety: boolean } | null {
  const snapshot = stockOf(proposal, record);
  const before = asDecimal(snapshot?.fields.available);
  if (!snapshot || before === null) return null;
  const { fields } = snapshot;
  const [sku, location, unit] = [textOf(fields, "sku") ?? "", textOf(fields, "location") ?? "", textOf(fields, "unit") ?? ""];
  const available = sumDecimals([before, room]);
  const atPlace = sumDecimals([asDecimal(fields.availableAtPlace) ?? before, room]);
  const safetyStock = asDecimal(fields.safetyStock);
  const after = subtractDecimals(atPlace, quantity);
  const aboveSafety = safetyStock === null || compareDecimals(after, safetyStock) >= 0;
  const safe = notNegative(subtractDecimals(atPlace, safetyStock ?? "0"));
  const records = [`${record}@${snapshot.version}`];
  const short: Finding = {
    code: "insufficient_available",
    severity: "ask",
    detail: `${quantity} ${unit} of ${sku} are wanted at ${location}, ${available} are available`,
    records,
    values: { wanted: quantity, available, availableAtPlace: atPlace, withoutSafetyStock: safe, safetyStock: safetyStock ?? "0", unit },
  };
  const low: Finding = {
    code: "below_safety_stock",
    severity: "warn",
    detail: `${after} ${unit} would stay available at ${location}, safety stock is ${safetyStock ?? "0"}`,
    records,
    values: { availableAfter: after, safetyStock: safetyStock ?? "0", staysSafeUpTo: safe, unit },
  };
  if (compareDecimals(available, quantity) < 0) return { findings: [short], aboveSafety };
  return { findings: aboveSafety ? [] : [low], aboveSafety };
}

const guarded = (guard: Guard, record: string, aboveSafety: boolean): Guard =>
  guard.kind === "bound" && guard.record === record && "aboveSafety" in guard.facts
    ? { ...guard, facts: { ...guard.facts, aboveSafety } }
    : guard;

/**
 * Proposals that take units, judged by the books as they will be: what a release before them gives back counts, in what they warn of
 * and in what their guards expect of the row.
 */
export const withRoom = (proposals: readonly Proposal[], room: readonly RoomMade[]): Proposal[] =>
  proposals.map((proposal) => {
    let seen = proposal;
    for (const use of unitUsesOf([proposal])) {
      const mine = room.filter((one) => one.record === use.record && one.takers.has(proposal.id));
      const figures = mine.length === 0 ? null : figuresOf(use, sumDecimals(mine.map((one) => one.units)));
      if (!figures) continue;
      seen = {
        ...seen,
        findings: [...seen.findings.filter((finding) => !FIGURES.has(finding.code)), ...figures.findings],
        guards: seen.guards.map((guard) => guarded(guard, use.record, figures.aboveSafety)),
      };
    }
    return seen;
  });

/** Uses of the releases: what they give back to steps of their own plan is not taken from others; when it is back, the books say so. */
export function usesOfRoom(
  room: readonly RoomMade[],
  uses: readonly UnitUse[],
): { proposalId: string; record: string; quantity: string }[] {
  return [...new Set(room.map((one) => one.record))].flatMap((record) => {
    let left = takenOfRoom(room, record, uses);
    return room.flatMap((one) => {
      const [release] = one.releases;
      const part = smaller(one.units, left);
      if (one.record !== record || release === undefined || compareDecimals(part, "0") <= 0) return [];
      left = subtractDecimals(left, part);
      return [{ proposalId: release, record, quantity: `-${part}` }];
    });
  });
}
