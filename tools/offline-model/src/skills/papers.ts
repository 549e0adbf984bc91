import type { Conversation } from "../mind/conversation.ts";
import { fillArguments, parametersOf, rolesOf } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { kindWord, phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { plannedOf } from "./planned.ts";

const finder = (tools: readonly OfferedTool[]) => tools.find((tool) => rolesOf(tool).has("declaration") && rolesOf(tool).has("mrn"));

const idOf = (conversation: Conversation, kind: string): string | null =>
  conversation.reading.ids.find((id) => id.kind === kind)?.id ?? conversation.context?.ids.find((id) => id.kind === kind)?.id ?? null;

export interface Papers {
  declaration: JsonMap | null;
  /** The call that must come first, or null when the papers were read. */
  read: Outcome | null;
}

/** Reads the papers that the sentence names, by their own key or by their shipment. */
export function readPapers(conversation: Conversation, tools: readonly OfferedTool[]): Papers {
  const declaration = idOf(conversation, "declaration");
  const shipment = idOf(conversation, "shipment");
  const find = finder(tools);
  if (!find || (declaration === null && shipment === null)) return { declaration: null, read: null };
  const calls = callsOf(conversation, find.name);
  if (calls.length === 0)
    return { declaration: null, read: call(find, fillArguments(find, declaration !== null ? { declaration } : { shipment }).args) };
  const found = calls.filter(succeeded).flatMap((step) => listOf(resultOf(step).declarations));
  const live = found.filter((candidate) => !["invalidated", "rejected"].includes(String(candidate.state)));
  return { declaration: live.find((candidate) => candidate.id === declaration) ?? live.at(-1) ?? found.at(-1) ?? null, read: null };
}

/** Lines with the figure that the user corrects; null when the user gave none. */
function correctedLines(conversation: Conversation, declaration: JsonMap | null): JsonMap[] | null {
  const lines = listOf(declaration?.lines);
  const amounts = conversation.reading.quantities.map((quantity) => quantity.quantity);
  const plain = (line: JsonMap, quantity: unknown): JsonMap => ({ sku: line.sku, quantity, uom: line.uom });
  if (lines.length === 0 || amounts.length === 0) return null;
  const wrong = lines.findIndex((line) => amounts.includes(String(line.quantity)));
  const right =
    wrong >= 0
      ? amounts.find((amount) => amount !== String(lines[wrong]?.quantity))
      : lines.length === 1 && amounts.length === 1
        ? amounts[0]
        : undefined;
  if (right === undefined) return null;
  const at = Math.max(wrong, 0);
  return lines.map((line, index) => plain(line, index === at ? right : line.quantity));
}

function endOfFailure(conversation: Conversation, calls: readonly ReturnType<typeof callsOf>[number][], subject: string): Outcome | null {
  const failure = calls.map(failureOf).find((problem) => problem !== null);
  if (!failure) return null;
  return /^unknown_(?:shipment|declaration)/.test(failure.code)
    ? { kind: "say", text: phrase("not_found", conversation.language, { text: subject }) }
    : refuseWith(conversation, subject, failure);
}

/** Drafts or revises papers: what exists is read first; a draft that needs no change is left alone. */
export function draft(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome {
  const { language, reading } = conversation;
  const planned = plannedOf(conversation, "shipment")[0];
  const drafts = callsOf(conversation, tool.name);
  if (drafts.some(succeeded)) return { kind: "done" };
  const declaration = idOf(conversation, "declaration");
  const named = idOf(conversation, "shipment");
  const subject = declaration ?? named ?? planned?.ref ?? "";
  const ended = endOfFailure(conversation, drafts, subject);
  if (ended) return ended;
  const papers = readPapers(conversation, tools);
  if (papers.read) return papers.read;
  const shipment = named ?? textOf(papers.declaration?.shipmentId) ?? planned?.ref ?? null;
  if (declaration !== null && papers.declaration === null)
    return { kind: "say", text: phrase("not_found", language, { text: declaration }) };
  if (shipment === null) return { kind: "ask", text: phrase("ask_number", language, { what: kindWord("shipment", language) }) };
  const corrects = reading.actions.verbs.some((verb) => verb === "fix" || verb === "change");
  // What customs has already is amended by another tool.
  const lodged = papers.declaration !== null && !["draft", "invalidated", "rejected"].includes(String(papers.declaration.state));
  if (corrects && lodged && tools.some((other) => rolesOf(other).has("changes") && rolesOf(other).has("declaration")))
    return { kind: "done" };
  const lines = corrects ? correctedLines(conversation, papers.declaration) : null;
  const existing = textOf(papers.declaration?.id);
  if (existing !== null && papers.declaration?.state === "draft" && !corrects && papers.declaration.shipmentId === shipment) {
    return { kind: "say", text: phrase("already_drafted", language, { id: existing, shipment }) };
  }
  const strict = parametersOf(tool).some((parameter) => parameter.role === "lines");
  const values = {
    shipment,
    declaration: existing ?? undefined,
    lines: strict && lines ? lines : undefined,
    incoterm: idOf(conversation, "incoterm") ?? undefined,
  };
  const { args, missing } = fillArguments(tool, values);
  return missing.length > 0 ? { kind: "ask", text: phrase("ask_detail", language, { what: missing.join(", ") }) } : call(tool, args);
}

/** Reference to the draft that this task proposed, if it made a new one. */
function newDraft(conversation: Conversation): string | null {
  const step = conversation.steps.find(
    (candidate) =>
      succeeded(candidate) && candidate.output?.proposed === true && "shipmentId" in candidate.args && /draft/.test(candidate.name),
  );
  return step && (step.args.declarationId === null || step.args.declarationId === undefined) ? textOf(step.output?.ref) : null;
}

/** An act on papers that exist or are drafted in this plan, such as lodging. */
export function actOnPapers(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], named: string | null): Outcome {
  const { language } = conversation;
  const fresh = newDraft(conversation) ?? plannedOf(conversation, "declaration")[0]?.ref ?? null;
  const papers: Papers = named === null && fresh !== null ? { declaration: null, read: null } : readPapers(conversation, tools);
  if (papers.read) return papers.read;
  const id = named ?? fresh ?? textOf(papers.declaration?.id);
  if (id === null) {
    const shipment = idOf(conversation, "shipment");
    return shipment
      ? { kind: "say", text: phrase("not_found", language, { text: `${kindWord("declaration", language)} ${shipment}` }) }
      : { kind: "ask", text: phrase("ask_number", language, { what: kindWord("declaration", language) }) };
  }
  const acts = callsOf(conversation, tool.name).filter((step) => JSON.stringify(step.args).includes(id));
  if (acts.some(succeeded)) return { kind: "done" };
  const ended = endOfFailure(conversation, acts, id);
  if (ended) return ended;
  const reason = conversation.reading.own.replace(/\s+/g, " ").trim().slice(0, 200);
  const { args, missing } = fillArguments(tool, { declaration: id, reason });
  return missing.length > 0 ? { kind: "ask", text: phrase("ask_detail", language, { what: missing.join(", ") }) } : call(tool, args);
}
