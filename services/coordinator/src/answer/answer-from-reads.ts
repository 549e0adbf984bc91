import type { AnswerFact, JsonValue, Snapshot } from "@quartermaster/shared/contracts";
import type { Answer, AnswerInput } from "./build-answer.ts";
import { unknownFigures } from "./check-figures.ts";
import { factsOfRecords } from "./facts-of-records.ts";
import { PHRASES } from "./phrases.ts";

const MAX_RECORDS = 30;

const idOf = (record: string): string => record.split("@")[0] ?? record;

const plain = (value: JsonValue | undefined): string | null =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;

/** A record in one line: its plain fields, its id and version. */
const recordLine = (record: Snapshot): string => {
  const fields = Object.entries(record.fields).flatMap(([name, value]) => {
    const text = plain(value);
    return text === null || text === "" ? [] : [`${name} ${text}`];
  });
  return `- ${record.id}@${record.version}: ${fields.slice(0, 14).join(", ")}`;
};

function distinctRecords(input: AnswerInput): Snapshot[] {
  const newest = new Map<string, Snapshot>();
  for (const record of input.results.reads.flatMap((read) => read.records)) {
    const known = newest.get(record.id);
    if (!known || known.version < record.version) newest.set(record.id, record);
  }
  return [...newest.values()];
}

const factsOf = (input: AnswerInput, records: readonly Snapshot[]): AnswerFact[] => {
  const known = new Set(records.map((record) => record.id));
  const stated = input.results.answers.flatMap((answer) => answer.facts).filter((fact) => known.has(idOf(fact.record)));
  return (stated.length > 0 ? stated : factsOfRecords(records)).slice(0, 60);
};

const factLine = (fact: AnswerFact): string => `- ${fact.text}: ${fact.value}${fact.unit ? ` ${fact.unit}` : ""} [${fact.record}]`;

/** Prose of an agent that an answer has room for; lines that quote a record do not count. */
const MAX_PROSE = 1200;

/** The lines of a text as far as they fit: those that name a record that was read, and little else. */
function withinRoom(text: string, records: readonly Snapshot[]): string {
  let left = MAX_PROSE;
  const lines = text.split("\n").filter((line) => {
    if (line.length <= MAX_PROSE && records.some(({ id }) => line.includes(id))) return true;
    left -= line.length;
    return left >= 0;
  });
  return lines.join("\n").trim();
}

type Sources = { results: Pick<AnswerInput["results"], "reads" | "answers">; words: string };

/** An agent's words as they may be shown: every figure was read, or stands in the user's own question. */
export function trustedWords(input: Sources, records: readonly Snapshot[]): string[] {
  const sources = [JSON.stringify(input.results.reads), input.words, ...records.map((record) => record.id)];
  const read = input.results.reads.flatMap((one) => one.records);
  return input.results.answers.flatMap((answer) => {
    const text = withinRoom(answer.answer ?? "", read);
    return text !== "" && unknownFigures(text, sources).length === 0 ? [text] : [];
  });
}

const KEY = /\b[A-Z]{2,5}-[A-Z0-9][A-Z0-9-]*\b/g;
/** A tool that knows no such key fails, so nothing is read of it. */
export const NOT_FOUND =
  /\b(?:not(?:hing)? found|nicht gefunden|introuvables?|rien trouv|no encontrad[oa]s?|no se encuentra|niet(?:s)? gevonden)\b/i;

/**
 * What stands in the place of an agent's words where something was ordered: what they say of deeds only receipts could know. The records
 * that they cite are shown themselves, and keys of the user that were not found are named.
 */
export function citedRecords(input: Sources, say: (typeof PHRASES)["en"]): string[] {
  const prose = trustedWords(input, []).join("\n");
  const newest = new Map(input.results.reads.flatMap((read) => read.records).map((record) => [record.id, record]));
  const cited = [...newest.values()].filter(({ id }) => prose.includes(id)).slice(0, MAX_RECORDS);
  const own = new Set(input.words.toUpperCase().match(KEY) ?? []);
  const missing = prose.split("\n").flatMap((line) => (NOT_FOUND.test(line) ? (line.match(KEY) ?? []) : []));
  const unknown = [...new Set(missing)].filter((key) => own.has(key.toUpperCase()) && !newest.has(key));
  return [...(unknown.length > 0 ? [`${say.notFound} (${unknown.join(", ")})`] : []), ...cited.map(recordLine)];
}

/** The answer to a question: the agents' words when they hold to what was read, else the records themselves. */
export function answerFromReads(input: AnswerInput): Answer {
  const say = PHRASES[input.language];
  const records = distinctRecords(input);
  const facts = factsOf(input, records);
  const words = input.ordered ? [] : trustedWords(input, records);
  const cited = input.ordered ? citedRecords(input, say) : [];
  // What an agent says without having looked: from the conversation or what it remembers; made up where only a record could tell.
  if (input.openIssues.some(({ code }) => code === "nothing_read")) return { text: say.notLookedUp, facts: [] };
  if (cited.length > 0) return { text: cited.join("\n"), facts };
  if (input.results.reads.length === 0 && input.ordered) return { text: say.noRecord, facts: [] };
  if (input.results.reads.length === 0)
    return { text: [...words, words.length > 0 ? say.noRecord : say.notLookedUp].join("\n"), facts: [] };
  // An empty result is "not found", never "no": the records decide, whatever an agent makes of them.
  if (records.length === 0) return { text: [say.notFound, ...words].join("\n"), facts: [] };
  if (words.length > 0) {
    const text = words.join("\n\n");
    const cited = records.filter((record) => text.includes(record.id));
    const sources = records
      .filter((record) => facts.length === 0 || facts.some((fact) => idOf(fact.record) === record.id))
      .slice(0, MAX_RECORDS);
    const line =
      cited.length > 0 || sources.length === 0
        ? []
        : [`${say.sources}: ${sources.map((record) => `${record.id}@${record.version}`).join(", ")}`];
    return { text: [text, ...line].join("\n"), facts };
  }
  const lines = facts.length > 0 ? facts.slice(0, MAX_RECORDS).map(factLine) : records.slice(0, MAX_RECORDS).map(recordLine);
  return { text: [say.answerHeld, ...lines].join("\n"), facts };
}
