import { fold } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome } from "./outcome.ts";

interface Fact {
  fact: "language" | "defaultSite" | "alias";
  value: string;
  word: string | null;
}

const SITES = new Set(["location", "unlocode", "place"]);
const SITE_WORDS =
  /\b(?:default|usual|my|standard|mein\w*|par defaut|mon|habitual|mi|por defecto|standaard|mijn)[- ]?\s*(?:site|location|warehouse|place|\w*lager|\w*standort|\w*ort|entrepot|sitio|almacen|ubicacion|\w*locatie|\w*vestiging|magazijn)\b|\bsite par defaut\b|\b(?:sitio|almacen) (?:habitual|por defecto)\b/;
const LANGUAGE_WORDS =
  /\b(?:in|auf|en|in het) (?:english|englisch|anglais|ingles|engels|german|deutsch|allemand|aleman|duits|french|franzosisch|francais|frances|frans|spanish|spanisch|espagnol|espanol|spaans|dutch|niederlandisch|neerlandais|neerlandes|nederlands)\b/;
const MEANS =
  /(?:\b(?:that|dass|que|dat)\b|[:,])\s*["“„«'‘]?\s*([\p{L}\p{N}][\p{L}\p{N} -]{1,38}?)\s*["”“»'’]?\s+(?:is|are|means?|stands for|ist|sind|hei[ßs]+t|bedeutet|est|sont|signifie|veut dire|es|son|significa|quiere decir|betekent|zijn|=)\s+(.+)/iu;
const ASKS_BACK =
  /\b(?:what|which)\b.*\b(?:remember|remembered)\b|\bwas\b.*\b(?:gemerkt|merken|merkst)\b|\bque\b.*\b(?:retenu|retiens|souviens)\b|\bque\b.*\b(?:recuerdas|recordado|recuerda)\b|\bwat\b.*\b(?:onthouden|onthoud|onthoudt)\b/;

const entitiesOf = ({ facts }: Conversation): { kind: string; id: string; text: string }[] =>
  listOf(facts.entities).map((entity) => ({
    kind: textOf(entity.kind) ?? "",
    id: textOf(entity.id) ?? "",
    text: textOf(entity.text) ?? "",
  }));

/** What the words ask to keep: a name that the user gives something, the place where the user works, the language. */
function factsIn(conversation: Conversation): Fact[] {
  const { sentence, language } = conversation;
  const words = fold(sentence);
  const entities = entitiesOf(conversation);
  const site = SITE_WORDS.test(words) ? entities.find((entity) => SITES.has(entity.kind)) : undefined;
  if (site) return [{ fact: "defaultSite", value: site.id, word: null }];
  const [, word, tail] = MEANS.exec(sentence) ?? [];
  const folded = fold(tail ?? "");
  const named = word === undefined ? undefined : entities.find(({ id, text }) => folded.includes(fold(text)) || folded.includes(fold(id)));
  if (word !== undefined && named) return [{ fact: "alias", value: named.id, word: word.trim() }];
  return LANGUAGE_WORDS.test(words) ? [{ fact: "language", value: language, word: null }] : [];
}

function wordsOf(conversation: Conversation, { fact, value, word }: { fact: string; value: string; word: string | null }): string {
  const { language } = conversation;
  if (fact === "defaultSite") return phrase("default_site", language, { value });
  return fact === "alias" ? phrase("alias_is", language, { word: word ?? "", value }) : phrase("language_is", language);
}

function saidOf(conversation: Conversation, step: Step): string {
  const what = wordsOf(conversation, {
    fact: textOf(step.args.fact) ?? "",
    value: textOf(step.args.value) ?? "",
    word: textOf(step.args.word),
  });
  const failure = failureOf(step);
  return failure
    ? phrase("not_remembered", conversation.language, { what, hint: failure.hint })
    : phrase("remembered", conversation.language, { what });
}

const valueText = (value: unknown): string =>
  typeof value === "object" && value !== null ? (textOf((value as JsonMap).id) ?? "") : String(value ?? "");

/** Keeps what the user asks to keep, and says what was kept. */
function remember(conversation: Conversation, tools: readonly OfferedTool[]): Outcome {
  const tool = tools.find((one) => one.name === "remember");
  if (!tool) return { kind: "done" };
  const made = conversation.steps.filter((step) => step.name === "remember");
  const next = factsIn(conversation).find((fact) => !made.some((step) => step.args.fact === fact.fact && step.args.value === fact.value));
  if (next) return call(tool, { ...next });
  return made.length === 0 ? { kind: "done" } : { kind: "say", text: made.map((step) => saidOf(conversation, step)).join("\n") };
}

/** Looks up what is kept of the user when the words ask for it. */
function recall(conversation: Conversation, tools: readonly OfferedTool[]): Outcome {
  const tool = tools.find((one) => one.name === "recall");
  if (!tool || !ASKS_BACK.test(fold(conversation.sentence))) return { kind: "done" };
  const step = conversation.steps.find((one) => one.name === "recall");
  if (!step) return call(tool, { fact: null });
  if (!succeeded(step)) return { kind: "done" };
  const kept = listOf(step.output?.facts ?? resultOf(step).facts);
  const what = kept.map((fact) =>
    wordsOf(conversation, { fact: textOf(fact.name) ?? "", value: valueText(fact.value), word: textOf(fact.word) }),
  );
  return { kind: "say", text: phrase("memory_holds", conversation.language, { what: what.join("; ") }) };
}

/** What the words ask of the memory: a call, what came of it in words, or `done` where they ask for nothing of it. */
export function memorySkill(conversation: Conversation, tools: readonly OfferedTool[]): Outcome {
  const kept = remember(conversation, tools);
  if (kept.kind === "call") return kept;
  const told = recall(conversation, tools);
  if (told.kind === "call") return told;
  const said = [kept, told].flatMap((outcome) => (outcome.kind === "say" ? [outcome.text] : []));
  return said.length > 0 ? { kind: "say", text: said.join("\n") } : { kind: "done" };
}

/** True when the words hold a question besides the one about the memory. */
export function asksMore({ sentence }: Conversation): boolean {
  const questions = sentence.split("?").length - 1;
  return questions > (ASKS_BACK.test(fold(sentence)) ? 1 : 0);
}
