import { EFFECT_OWNERS, scopesOf } from "@quartermaster/language";
import type { AgentName } from "@quartermaster/shared/contracts";
import type { Conversation } from "../mind/conversation.ts";
import { type ParameterRole, rolesOf } from "../mind/parameter-roles.ts";
import { isMap, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { ModelTurn, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { book } from "./book.ts";
import { propose } from "./generic.ts";
import { hold } from "./hold.ts";
import { type Outcome, toTurn } from "./outcome.ts";
import { actOnPapers, draft } from "./papers.ts";
import { plannedOf } from "./planned.ts";
import { readQuestion } from "./read-question.ts";
import { refill } from "./refill.ts";
import { release } from "./release.ts";
import { renderProposals } from "./render-proposals.ts";
import { renderReads } from "./render-results.ts";
import { takeStock } from "./take-stock.ts";
import { splitTargets, targetOf } from "./target.ts";

const RUNTIME = new Set(["ask_user", "refuse", "read_text", "read_more", "remember", "recall"]);

/** Kinds that the facts allow; without such a list, everything that is offered. */
function allowedKinds(conversation: Conversation): ReadonlySet<string> | null {
  const list = conversation.facts.allowedActions ?? conversation.facts.actionKinds;
  return Array.isArray(list) ? new Set(list.filter((kind): kind is string => typeof kind === "string")) : null;
}

const isEffect = (name: string, allowed: ReadonlySet<string> | null) => allowed?.has(name) === true || name in EFFECT_OWNERS;

/** Whose tools these are, told by what they read; another agent's part of the sentence is not ours to decline. */
function agentOf(tools: readonly OfferedTool[]): AgentName | null {
  const reads = (...roles: ParameterRole[]) => tools.some((tool) => roles.every((role) => rolesOf(tool).has(role)));
  if (reads("item", "place", "belowSafety")) return "supply";
  if (reads("shipment", "late")) return "transit";
  return reads("declaration", "mrn") ? "export" : null;
}

/** Effects to propose, in the order of the sentence; what only follows from an earlier step needs that step's planned entity. */
function wantedEffects(conversation: Conversation, tools: readonly OfferedTool[]): { wanted: OfferedTool[]; foreign: string[] } {
  const allowed = allowedKinds(conversation);
  const asked = conversation.reading.actions.kinds;
  const offered = tools.filter((tool) => isEffect(tool.name, allowed) && (allowed === null || allowed.has(tool.name)));
  const said = asked.flatMap((kind) => offered.find((tool) => tool.name === kind) ?? []);
  const followsTransfer =
    plannedOf(conversation, "transfer").length > 0
      ? offered.filter((tool) => rolesOf(tool).has("lines") && rolesOf(tool).has("service"))
      : [];
  const wanted = [...new Set([...said, ...followsTransfer])];
  const covered = (kind: string) =>
    offered.some((tool) => tool.name === kind) ||
    conversation.reading.actions.alternatives.some(
      (set) => set.includes(kind) && set.some((other) => offered.some((tool) => tool.name === other)),
    );
  const agent = agentOf(tools);
  const foreign = asked.filter((kind) => !covered(kind) && EFFECT_OWNERS[kind] === agent && (allowed?.has(kind) ?? true));
  return { wanted, foreign };
}

function outcomesFor(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome[] {
  const roles = rolesOf(tool);
  const ids = (kind: string) => {
    const named = [...new Set(conversation.reading.ids.filter((id) => id.kind === kind).map((id) => id.id))];
    const earlier = conversation.context?.ids.filter((id) => id.kind === kind).map((id) => id.id) ?? [];
    return named.length > 0 ? named : earlier.length > 0 ? earlier : [null];
  };
  if (roles.has("lines") && roles.has("service")) return [book(conversation, tool, tools)];
  if (roles.has("item") && roles.has("quantity") && (roles.has("from") || roles.has("place")) && !roles.has("party"))
    return splitTargets(conversation).map((part) => takeStock(part, tool, tools, targetOf(part)));
  if (roles.has("reservation")) return ids("reservation").map((id) => release(conversation, tool, tools, id));
  if (roles.has("declaration") && roles.has("shipment")) return [draft(conversation, tool, tools)];
  if (roles.has("declaration")) return ids("declaration").map((id) => actOnPapers(conversation, tool, tools, id));
  if (roles.has("shipment") && roles.has("type")) return ids("shipment").map((id) => hold(conversation, tool, tools, id));
  return [propose(conversation, tool)];
}

/** A lift of a hold that no tool offers: the holds as read, and who lifts them. */
function holdRefusal(conversation: Conversation, foreign: readonly string[]): Outcome | null {
  if (!foreign.includes("release_hold")) return null;
  for (const shipment of conversation.steps.filter(succeeded).flatMap((step) => listOf(resultOf(step).shipments))) {
    const holds = listOf(shipment.holds).filter((found) => found.state === "active");
    if (holds.length === 0) continue;
    const list = holds.map((found) => `${textOf(found.id) ?? ""} (${textOf(found.type) ?? ""})`).join(", ");
    return {
      kind: "refuse",
      code: "hold_active",
      detail: phrase("on_hold_refusal", conversation.language, { shipment: textOf(shipment.id) ?? "", list }),
    };
  }
  return null;
}

/** The closing words: what was proposed, what was read, what could not be done. */
function closing(conversation: Conversation, said: readonly string[], foreign: readonly string[]): string {
  const { language, steps } = conversation;
  const proposals = steps.filter((step) => succeeded(step) && step.output?.proposed === true);
  const proposed = new Set(proposals);
  const reads = steps.filter((step) => !proposed.has(step) && !RUNTIME.has(step.name) && isMap(step.output));
  const lines = [...renderProposals(conversation, proposals), ...said];
  if (proposals.length === 0 && said.length === 0) lines.push(...renderReads(conversation, reads));
  if (foreign.length > 0) lines.push(phrase("not_offered", language, { what: foreign.join(", ") }));
  if (lines.length > 0) return lines.join("\n");
  return reads.length > 0
    ? phrase("nothing_found", language)
    : phrase("not_understood", language, { text: conversation.sentence.slice(0, 200) });
}

/** The next step of the conversation: reads first, then proposals, then the closing words. The same conversation gives the same step. */
export function nextTurn(conversation: Conversation, tools: readonly OfferedTool[]): ModelTurn {
  const domain = tools.filter((tool) => !RUNTIME.has(tool.name));
  const { wanted, foreign } = wantedEffects(conversation, domain);
  const said: string[] = [];
  const finish = () => closing(conversation, said, foreign);
  if (conversation.notes.some((note) => /repeat/.test(note))) return { content: finish(), calls: [] };
  for (const tool of wanted) {
    const scopes = scopesOf(conversation.reading, tool.name).map((reading) => ({ ...conversation, reading }));
    for (const outcome of scopes.flatMap((scope) => outcomesFor(scope, tool, domain))) {
      if (outcome.kind === "say") said.push(outcome.text);
      else if (outcome.kind !== "done") return toTurn(outcome, tools, finish());
    }
  }
  if (wanted.length === 0) {
    const short = /[?¿]/.test(conversation.reading.own) ? null : refill(conversation, domain);
    if (short && short.kind !== "done") return toTurn(short, tools, finish());
    const read = readQuestion(
      conversation,
      domain.filter((tool) => !isEffect(tool.name, allowedKinds(conversation))),
    );
    if (read.kind === "say") said.push(read.text);
    else if (read.kind !== "done") return toTurn(read, tools, finish());
    const refused = holdRefusal(conversation, foreign);
    if (refused) return toTurn(refused, tools, finish());
  }
  return { content: finish(), calls: [] };
}
