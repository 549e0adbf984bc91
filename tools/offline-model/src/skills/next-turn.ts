import { EFFECT_OWNERS, scopesOf } from "@quartermaster/language";
import type { AgentName } from "@quartermaster/shared/contracts";
import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { type ParameterRole, rolesOf } from "../mind/parameter-roles.ts";
import { isMap, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { ModelTurn, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { adjust } from "./adjust.ts";
import { amend } from "./amend.ts";
import { book } from "./book.ts";
import { cancel } from "./cancel.ts";
import { changeLines } from "./change-lines.ts";
import { count } from "./count.ts";
import { boundGoods } from "./existing-shipment.ts";
import { fileEvidence } from "./exit-evidence.ts";
import { propose } from "./generic.ts";
import { hold } from "./hold.ts";
import { asksMore, memorySkill } from "./memory.ts";
import { type Outcome, toTurn } from "./outcome.ts";
import { actOnPapers, draft } from "./papers.ts";
import { plannedOf } from "./planned.ts";
import { readQuestion } from "./read-question.ts";
import { refill } from "./refill.ts";
import { release } from "./release.ts";
import { releaseHold } from "./release-hold.ts";
import { renderProposals } from "./render-proposals.ts";
import { renderReads, screeningProblem } from "./render-results.ts";
import { reorder } from "./reorder.ts";
import { reroute } from "./reroute.ts";
import { reschedule } from "./reschedule.ts";
import { resolveScreening } from "./resolve-screening.ts";
import { setStatus } from "./set-status.ts";
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
  const wanted = [...new Set([...said, ...followsTransfer])].filter((tool) => !followsByRule(conversation, tool));
  const covered = (kind: string) =>
    offered.some((tool) => tool.name === kind) ||
    conversation.reading.actions.alternatives.some(
      (set) => set.includes(kind) && set.some((other) => offered.some((tool) => tool.name === other)),
    );
  const agent = agentOf(tools);
  const foreign = asked.filter((kind) => !covered(kind) && EFFECT_OWNERS[kind] === agent && (allowed?.has(kind) ?? true));
  return { wanted, foreign };
}

/** Papers of a shipment whose lines change in the same turn say what is shipped by rule; nobody has to work out their figures. */
function followsByRule({ reading }: Conversation, tool: OfferedTool): boolean {
  const roles = rolesOf(tool);
  const revises = roles.has("declaration") && (roles.has("changes") || roles.has("shipment"));
  return revises && reading.actions.kinds.includes("change_lines") && reading.ids.some((id) => id.kind === "shipment");
}

function outcomesFor(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome[] {
  const roles = rolesOf(tool);
  const ids = (kind: string): (string | null)[] => {
    const named = namedIds(conversation, kind);
    return named.length > 0 ? named : [null];
  };
  const has = (...wanted: ParameterRole[]) => wanted.every((role) => roles.has(role));
  if (has("lines", "service")) return [book(conversation, tool, tools)];
  if (has("changes", "shipment")) return ids("shipment").map((id) => changeLines(conversation, tool, tools, id));
  if (has("shipment", "leg", "services")) return ids("shipment").map((id) => reroute(conversation, tool, tools, id));
  if (has("shipment", "leg", "service")) return ids("shipment").map((id) => reschedule(conversation, tool, tools, id));
  if (has("shipment", "hold")) return ids("shipment").map((id) => releaseHold(conversation, tool, tools, id));
  if (has("shipment", "type")) return ids("shipment").map((id) => hold(conversation, tool, tools, id));
  if (has("item", "counted")) return [adjust(conversation, tool, tools)];
  if (has("items", "place")) return [count(conversation, tool)];
  if (has("item", "place", "state")) return [setStatus(conversation, tool, tools)];
  if (has("item", "quantity", "supplier")) return splitTargets(conversation).map((part) => reorder(part, tool));
  if (has("item", "quantity") && (has("from") || has("place")) && !has("party"))
    return splitTargets(conversation).map((part) => takeStock(part, tool, tools, targetOf(part)));
  if (has("reservation")) return ids("reservation").map((id) => release(conversation, tool, tools, id));
  if (has("screening")) return [resolveScreening(conversation, tool, tools)];
  if (has("changes", "declaration")) return ids("declaration").map((id) => amend(conversation, tool, tools, id));
  if (has("document", "declaration")) return ids("declaration").map((id) => fileEvidence(conversation, tool, tools, id));
  if (has("declaration", "shipment")) return [draft(conversation, tool, tools)];
  if (has("declaration")) return ids("declaration").map((id) => actOnPapers(conversation, tool, tools, id));
  if (has("shipment", "reason")) return ids("shipment").map((id) => cancel(conversation, tool, tools, id));
  return [propose(conversation, tool)];
}

/** What was looked up for another agent's order and speaks against it: a customer who is not cleared, goods that are bound already. */
function objection(conversation: Conversation): Outcome | null {
  const { language, reading } = conversation;
  const results = conversation.steps.filter(succeeded).map(resultOf);
  if (reading.actions.kinds.includes("book_shipment")) {
    const party = results.find((result) => "hits" in result && typeof result.status === "string" && result.status !== "clear");
    if (party) {
      const code = party.status === "confirmed" ? "denied_party" : "open_screening";
      return { kind: "refuse", code, detail: screeningProblem(party, language) };
    }
  }
  return boundGoods(
    conversation,
    results.flatMap((result) => listOf(result.shipments)),
  );
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
  const memory = memorySkill(conversation, tools);
  if (memory.kind === "call") return toTurn(memory, tools, "");
  const kept = memory.kind === "say" ? [memory.text] : [];
  const said: string[] = [];
  const finish = () => [...kept, closing(conversation, said, foreign)].join("\n");
  // Words about the memory alone ask for nothing else.
  if (kept.length > 0 && wanted.length === 0 && !asksMore(conversation)) return { content: kept.join("\n"), calls: [] };
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
    const refused = objection(conversation) ?? holdRefusal(conversation, foreign);
    if (refused) return toTurn(refused, tools, finish());
  }
  return { content: finish(), calls: [] };
}
