import { namesGoods, statesNamed, words } from "@quartermaster/language";
import type { OfferedTool } from "../protocol/chat-request.ts";
import type { Conversation } from "./conversation.ts";
import { parametersOf, type Values } from "./parameter-roles.ts";

/** States of stock that somebody asks for by themselves; "available" and "reserved" tell of amounts instead. */
const OF_STOCK: readonly string[] = ["quarantine", "blocked", "damaged"];

/** Values that name one record: its state is told by the record, and a filter could only hide it. */
const NAMES_ONE = ["shipment", "declaration", "mrn", "lrn", "itn", "lot"] as const;

/** True when words or keys name goods, whose balances are asked for whatever state they are in. */
const namesItems = ({ reading }: Conversation): boolean =>
  reading.ids.some((id) => id.kind === "sku" || id.kind === "code") || words(reading.own).some((word) => namesGoods(word.folded));

/**
 * The values of a look-up with the state that the question names ("still drafts", "noch im Entwurf"): it filters lists of records. Values
 * null stay null unless the state alone says what is looked for.
 */
export function withState(conversation: Conversation, tool: OfferedTool, values: Values | null): Values | null {
  const parameter = parametersOf(tool).find(({ role }) => role === "state");
  if (parameter === undefined || NAMES_ONE.some((role) => values?.[role] !== undefined)) return values;
  const ofStock = parametersOf(tool).some(({ role }) => role === "belowSafety");
  const states = statesNamed(conversation.reading.own, ofStock ? OF_STOCK : parameter.values);
  const [state] = states;
  // One look-up takes one state: of several, all are read and the records tell them apart.
  if (state === undefined || states.length > 1) return values;
  if (!ofStock) {
    const { objects } = conversation.reading.actions;
    const about = parametersOf(tool).some(({ role }) => role === "mrn") ? "declaration" : "shipment";
    return values === null && !objects.includes(about) ? null : { ...values, state };
  }
  return namesItems(conversation) ? values : { place: values?.place, state };
}
