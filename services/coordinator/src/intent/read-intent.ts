import { fold, type Reading } from "@quartermaster/language";
import type { Intent, IntentEntity, Question } from "@quartermaster/shared/contracts";
import { asksForTransfers } from "./asks-for-transfers.ts";
import { chooseAgents } from "./choose-agents.ts";
import { chooseKinds } from "./choose-kinds.ts";
import { type ComposedTurn, composeTurn } from "./compose-turn.ts";
import { departureSaid } from "./departure-said.ts";
import { derivedKinds } from "./derivation-table.ts";
import { doubtQuestions, ORDER_DOUBTFUL } from "./doubt-questions.ts";
import { intentEntities } from "./intent-entities.ts";
import { intentLimits } from "./intent-limits.ts";
import type { IntentInput, IntentOutcome } from "./intent-outcome.ts";
import { intentText } from "./intent-texts.ts";
import { kindsByRole } from "./kinds-by-role.ts";
import { NO_USAGE, narrowWithModel } from "./narrow-with-model.ts";
import { openQuestions } from "./open-questions.ts";
import { GREETS, OUTSIDE } from "./turn-words.ts";
import { unclearWords } from "./unclear-words.ts";
import { unsaidOrderQuestions } from "./unsaid-order.ts";

export type { IntentInput, IntentOutcome } from "./intent-outcome.ts";

type RefusalCode =
  | "approvals_only_in_queue"
  | "out_of_scope"
  | "role_may_not_ask"
  | "quantity_not_positive"
  | "quantity_out_of_range"
  | "date_impossible"
  | "undo_unavailable"
  | "stock_policy_not_changed"
  | "transfers_not_listed";

const refusal = (code: RefusalCode, turn: ComposedTurn, values: Record<string, string> = {}): IntentOutcome => ({
  kind: "refusal",
  code,
  detail: intentText(code, turn.language, values),
  language: turn.language,
  usage: NO_USAGE,
});

const askBack = (
  id: "what_to_undo" | "order_unclear",
  turn: ComposedTurn,
  text: "what_to_undo" | "order_unclear" | "order_in_reason" | "deed_unclear" | "correction_unclear" = id,
  words = turn.reading.own,
): IntentOutcome => ({
  kind: "question",
  questions: [{ id, text: intentText(text, turn.language, { text: words.trim().slice(0, 200) }), options: [] }],
  acknowledges: turn.acknowledges,
  language: turn.language,
  usage: NO_USAGE,
});

/** An order that nobody here can carry out ends in words that say so, never as the answer to a question that was not asked. */
function endUnmet(turn: ComposedTurn): IntentOutcome | null {
  const { unmet, kinds } = turn.reading.actions;
  if (unmet === "undo_transfer") return refusal("undo_unavailable", turn);
  if (unmet === "change_stock_policy") return refusal("stock_policy_not_changed", turn);
  // What else the words order would leave the deed in the reason behind.
  if (unmet === "reason_unclear") return askBack("order_unclear", turn, "order_in_reason");
  if (unmet === null || kinds.length > 0) return null;
  if (unmet === "deed_unclear") return askBack("order_unclear", turn, "deed_unclear");
  return askBack(unmet === "undo_unclear" ? "what_to_undo" : "order_unclear", turn);
}

const whatCanIDo = (turn: ComposedTurn, usage = NO_USAGE): IntentOutcome => ({
  kind: "question",
  questions: [{ id: "what_can_i_do", text: intentText("what_can_i_do", turn.language), options: [] }],
  acknowledges: turn.acknowledges,
  language: turn.language,
  usage,
});

/** A hold and a departure of one shipment exclude each other; the user chooses, and is told when it leaves. */
function contradiction(turn: ComposedTurn, kinds: readonly string[]): Question[] {
  const { reading, language } = turn;
  if (!kinds.includes("place_hold") || !(reading.actions.leaving || kinds.includes("release_hold"))) return [];
  const object = reading.ids.find((id) => id.kind === "shipment")?.id ?? intentText("the_shipment", language);
  const option = (key: "option_hold" | "option_leave") => ({
    label: intentText(key, language, { object }),
    text: intentText(key, language, { object }),
  });
  const text = intentText("contradictory_intent", language, { object });
  return [{ id: "contradictory_intent", text, options: [option("option_hold"), option("option_leave")] }];
}

const aboutOurWork = (reading: Reading) =>
  reading.actions.kinds.length > 0 ||
  reading.actions.objects.length > 0 ||
  reading.ids.some((id) => id.kind !== "invoice" && id.kind !== "incoterm");

/** Ends a turn that rules alone can answer: pleas, foreign matters, impossible amounts and days. */
function endByRule(turn: ComposedTurn, kinds: readonly string[], businessNow: string): IntentOutcome | null {
  const { reading } = turn;
  if (reading.actions.approvalPlea) return refusal("approvals_only_in_queue", turn);
  if (OUTSIDE.test(fold(reading.own)) && reading.actions.kinds.length === 0 && !reading.ids.some((id) => id.kind !== "invoice"))
    return refusal("out_of_scope", turn);
  const unmet = endUnmet(turn);
  if (unmet) return unmet;
  if (reading.actions.kinds.length > 0 && kinds.length === 0) return refusal("role_may_not_ask", turn);
  if (kinds.length === 0) {
    if (asksForTransfers(reading)) return refusal("transfers_not_listed", turn);
    if (turn.told) return null;
    const unsaid = unsaidOrderQuestions(reading, turn.language);
    if (unsaid.length > 0)
      return { kind: "question", acknowledges: turn.acknowledges, questions: unsaid, language: turn.language, usage: NO_USAGE };
    const empty = !aboutOurWork(reading) && turn.context === null && turn.relation !== "answer";
    return empty && (GREETS.test(fold(reading.own)) || reading.own.trim().length < 3) ? whatCanIDo(turn) : null;
  }
  const { problem } = intentLimits(reading);
  if (problem) return refusal(problem.code, turn, { text: problem.text });
  const doubts = turn.acknowledges.includes(ORDER_DOUBTFUL) ? [] : doubtQuestions(reading, turn.language, turn.context !== null);
  const questions = doubts.length > 0 ? doubts : openQuestions(reading, kinds, turn.language, businessNow);
  const { acknowledges, language } = turn;
  if (questions.length > 0) return { kind: "question", questions, acknowledges, language, usage: NO_USAGE };
  const unclear = unclearWords(reading);
  return unclear === null ? null : askBack("order_unclear", turn, "correction_unclear", unclear);
}

/** Entities of the turn, then those of the turn it leans on unless the newer one names its own of that kind. */
function entitiesOf(turn: ComposedTurn, businessNow: string): IntentEntity[] {
  // Who answers with a service chose its day as well.
  const choseService = turn.relation === "answer" && turn.reading.ids.some(({ kind }) => kind === "service");
  const own = [...(choseService ? [] : departureSaid(turn.reading, businessNow)), ...intentEntities(turn.reading)];
  // What an amount was said with counts for the amounts of its own turn only.
  const earlier = (turn.context ? intentEntities(turn.context) : []).filter((entity) => !/^said_(?:with|open)_/.test(entity.kind));
  return [...own, ...earlier.filter((entity) => !own.some((other) => other.kind === entity.kind))].slice(0, 60);
}

function intentOf(turn: ComposedTurn, kinds: readonly string[], agents: Intent["agents"], businessNow: string): Intent {
  return {
    actionKinds: [...kinds],
    derivedKinds: derivedKinds(kinds),
    entities: entitiesOf(turn, businessNow),
    agents,
    limits: intentLimits(turn.reading).limits,
    language: turn.language,
    structured: false,
  };
}

/**
 * Reads what a user's own turns allow. Rules find evidence, keys, amounts and days; one model call with a closed schema may only
 * narrow that. No stored data is read, and quoted or pasted text gives nothing.
 */
export async function readIntent(input: IntentInput): Promise<IntentOutcome> {
  const turn = composeTurn(input);
  const common = { goal: turn.goal, relation: turn.relation, acknowledges: turn.acknowledges, again: turn.again };
  if (turn.declined) return { kind: "intent", intent: intentOf(turn, [], [], input.businessNow), ...common, usage: NO_USAGE };
  const kinds = chooseKinds(turn.reading, kindsByRole(input.roles), input.tools);
  const ended = endByRule(turn, kinds, input.businessNow);
  if (ended) return ended;
  if (turn.told) return { kind: "intent", intent: intentOf(turn, [], [], input.businessNow), ...common, usage: NO_USAGE };
  const asks = contradiction(turn, kinds);
  if (asks.length > 0)
    return { kind: "intent", intent: intentOf(turn, [], ["transit"], input.businessNow), ...common, usage: NO_USAGE, asks };
  const byRule = chooseAgents(kinds, turn.reading);
  const agents = byRule.length === 0 && turn.context ? chooseAgents([], turn.context) : byRule;
  const narrowed = await narrowWithModel(input, turn.goal, { kinds, agents });
  const same = narrowed.kinds.length === kinds.length;
  const asked = same ? [...(kinds.length > 0 ? agents : narrowed.agents)] : chooseAgents(narrowed.kinds, turn.reading);
  if (narrowed.kinds.length === 0 && asked.length === 0) return whatCanIDo(turn, narrowed.usage);
  return { kind: "intent", intent: intentOf(turn, narrowed.kinds, asked, input.businessNow), ...common, usage: narrowed.usage };
}
