import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { fillArguments, parametersOf } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { chooseRow, locateStock } from "./locate-stock.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { proposalState } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";

/** Words that give goods back to use; they win over the name of the state that is left. */
const FREES =
  /\b(?:release|free|unblock|un-?quarantine|out of quarantine|from quarantine|available again|back in(?:to)? (?:stock|use)|lift|freigeben|freigabe|gib|gebe|gebt|entsperr\w*|aus der quarantane|wieder verfugbar|liberez|liberer|libere|debloquez|debloquer|debloque|hors (?:de )?(?:la )?quarantaine|de (?:la )?quarantaine|sortez|sortir|levez|libera\w*|libere|desbloque\w*|saca\w*|saque\w*|levanta\w*|vrijgeven|geef|vrij|deblokkeer\w*|uit (?:de )?quarantaine|haal)\b/;
const STATES: [string, RegExp][] = [
  ["quarantine", /\b(?:quarantin\w*|quarantan\w*|quarantaine|cuarentena)\b/],
  ["damaged", /\b(?:damaged|beschadigt\w*|endommage\w*|abime\w*|danad\w*|averiad\w*|beschadigd\w*)\b/],
  ["blocked", /\b(?:block\w*|sperr\w*|gesperrt|bloqu\w*|geblokkeerd|blokke\w*|hold|freeze|anhalten)\b/],
];

/** The state that goods shall get, as folded words say it. */
const wantedState = (folded: string): string | null =>
  FREES.test(folded) ? "available" : (STATES.find(([, pattern]) => pattern.test(folded))?.[0] ?? null);

/** A state holds for the whole row: a part of it is refused rather than taken for all. */
function partOfRow({ language, reading }: Conversation, row: JsonMap): Outcome | null {
  const [amount] = reading.quantities;
  const all = textOf(row.onHand) ?? "";
  const unit = textOf(row.unit) ?? "";
  const inBase = amount !== undefined && (amount.units.length === 0 || amount.units.includes(unit));
  if (!amount || (inBase && Number(amount.quantity) === Number(all))) return null;
  const what = [row.sku, row.lot, row.location].map(textOf).filter(Boolean).join(" ");
  return { kind: "refuse", code: "whole_rows_only", detail: phrase("whole_rows_only", language, { text: amount.text, what, all, unit }) };
}

/** Takes goods out of use or gives them back: finds the stock, proposes for one lot. */
export function setStatus(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome {
  const { language, reading } = conversation;
  if (callsOf(conversation, tool.name).some(succeeded)) return { kind: "done" };
  const status = wantedState(fold(reading.own));
  const allowed = parametersOf(tool).find((parameter) => parameter.role === "state")?.values ?? [];
  if (status === null || (allowed.length > 0 && !allowed.includes(status)))
    return { kind: "ask", text: phrase("ask_state", language), options: allowed };
  const located = locateStock(conversation, tools);
  if ("outcome" in located) return located.outcome;
  const others = located.rows.filter((row) => row.status !== status && (status !== "available" || row.status !== "available"));
  const row = chooseRow(conversation, others.length > 0 ? others : located.rows);
  if ("outcome" in row) return row.outcome as Outcome;
  const sku = textOf(row.sku) ?? "";
  const part = partOfRow(conversation, row);
  if (part !== null) return part;
  const state = proposalState(conversation, tool, sku);
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, sku, failure);
  const values = { item: sku, place: row.location, lot: textOf(row.lot) ?? undefined, state: status, reason: saidReason(conversation) };
  return call(tool, fillArguments(tool, values).args);
}
