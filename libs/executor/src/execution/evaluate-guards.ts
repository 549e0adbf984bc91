import type { AgentName, ForeignFact, Guard, JsonObject } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import type { FoundRecord } from "../effect-handler.ts";
import { compareDecimals } from "./compare-decimals.ts";

export interface GuardOutcome {
  guard: Guard;
  holds: boolean;
  /** What was found, short, for people. */
  found: string;
}

export interface GuardContext {
  domain: AgentName;
  found: Record<string, FoundRecord>;
  foreign: readonly ForeignFact[];
  /** Versions that predecessors' receipts report; null in a preview, where the predecessors have not run. */
  afterVersions: readonly { record: string; step: string; version: number }[] | null;
  /** Real ids of records that earlier steps made, by step: what `@<stepId>` in a guard stands for. */
  planned: ReadonlyMap<string, string>;
  /** Foreign records that were asked for and may still come (previews only). */
  pending: readonly string[];
}

const text = (value: unknown): string =>
  (value === undefined ? "none" : typeof value === "string" ? value : canonicalJson(value)).slice(0, 60);

/** `aboveSafety` is read as a sentence; what else is compared is named as people write it: "pack size is 12". */
function factWords(name: string, value: unknown): string {
  if (name === "aboveSafety") return value === true ? "its safety stock would stay untouched" : "it would go below its safety stock";
  const words = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words} is ${text(value)}`;
}

/** Version and real id that an exact guard stands for; a planned record gets its id from the receipt that made it. */
function expectedVersion(guard: Guard & { kind: "exact" }, context: GuardContext): { record: string; version: number } | "later" | null {
  const read = /^read@(\d+)$/.exec(guard.version);
  if (read) return { record: guard.record, version: Number(read[1]) };
  const step = /^after:(.+)$/.exec(guard.version)?.[1];
  if (step === undefined) return null;
  if (context.afterVersions === null) return "later";
  const record = guard.record.startsWith("@") ? context.planned.get(guard.record.slice(1)) : guard.record;
  const entry = context.afterVersions.find(
    (candidate) => candidate.step === step && (candidate.record === guard.record || candidate.record === record),
  );
  return entry && record !== undefined ? { record, version: entry.version } : null;
}

function exact(guard: Guard & { kind: "exact" }, context: GuardContext): GuardOutcome {
  const expected = expectedVersion(guard, context);
  if (expected === "later") return { guard, holds: true, found: guard.version };
  if (expected === null) return { guard, holds: false, found: `nothing states ${guard.version}` };
  if (guard.domain !== context.domain) {
    const fact = context.foreign.find((candidate) => candidate.domain === guard.domain && candidate.id === expected.record);
    if (!fact) return { guard, holds: context.pending.includes(expected.record), found: "not stated yet" };
    return { guard, holds: fact.version === expected.version, found: `${expected.record}@${fact.version}` };
  }
  const found = context.found[expected.record];
  if (!found) return { guard, holds: false, found: `${expected.record} is not part of this step` };
  return { guard, holds: found.version === expected.version, found: `${expected.record}@${found.version}` };
}

function firstDifference(wanted: JsonObject, found: JsonObject): string | null {
  for (const [name, value] of Object.entries(wanted)) {
    if (canonicalJson(found[name] ?? null) !== canonicalJson(value)) return factWords(name, found[name]);
  }
  return null;
}

function firstShortage(wanted: JsonObject, found: JsonObject): string | null {
  for (const [name, value] of Object.entries(wanted)) {
    const order = compareDecimals(String(found[name]), String(value));
    if (Number.isNaN(order) || order < 0) return `${name} is ${text(found[name])}, ${text(value)} needed`;
  }
  return null;
}

function bound(guard: Guard & { kind: "bound" }, context: GuardContext): GuardOutcome {
  if (guard.domain !== context.domain) return { guard, holds: false, found: "bound guards belong to the executor's own domain" };
  if (guard.record.startsWith("@")) return { guard, holds: context.afterVersions === null, found: "planned" };
  const found = context.found[guard.record];
  if (!found) return { guard, holds: false, found: `${guard.record} is not part of this step` };
  const problem = firstDifference(guard.facts, found.facts) ?? firstShortage(guard.atLeast, found.atLeast);
  return { guard, holds: problem === null, found: problem ?? `${guard.record}@${found.version}` };
}

/** Compares every guard with what the rows (own, read or locked now) and the foreign facts say. */
export function evaluateGuards(guards: readonly Guard[], context: GuardContext): GuardOutcome[] {
  return guards.map((guard) => (guard.kind === "exact" ? exact(guard, context) : bound(guard, context)));
}
