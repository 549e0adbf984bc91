import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { listOf, textOf } from "../mind/steps.ts";
import { transportMode } from "../mind/transport-mode.ts";
import type { JsonMap } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import type { Outcome } from "./outcome.ts";

const NAMED_LEG =
  /\b(?:legs?|strecke|teilstrecke|etappe|abschnitt|etape|troncon|tramo|etapa|traject|deeltraject)\s+(?:no\.?\s+|nr\.?\s+)?(\d{1,2})\b/;

/** Legs of a shipment that have not left. */
export const openLegs = (shipment: JsonMap): JsonMap[] => listOf(shipment.legs).filter((leg) => leg.atd === null || leg.atd === undefined);

/** The leg that a change is about: the one named, the one of the mode spoken of, or the only one that has not left; else a question. */
export function chooseLeg(conversation: Conversation, shipment: JsonMap): JsonMap | Outcome {
  const { language, reading } = conversation;
  const folded = fold(reading.own);
  const id = textOf(shipment.id) ?? "";
  const number = Number(NAMED_LEG.exec(folded)?.[1] ?? 0);
  const named = listOf(shipment.legs).find((leg) => leg.seq === number);
  if (named) return named;
  const open = openLegs(shipment);
  const mode = transportMode(folded);
  const ofMode = open.filter((leg) => leg.mode === mode);
  const fitting = ofMode.length > 0 ? ofMode : open;
  const [only, another] = fitting;
  if (only && !another) return only;
  if (!only)
    return {
      kind: "refuse",
      code: "leg_departed",
      detail: phrase("already_left", language, { shipment: id, state: textOf(shipment.state) ?? "" }),
    };
  const options = fitting.map((leg) => ({
    label: phrase("leg", language, {
      number: String(leg.seq),
      from: textOf(leg.from) ?? "",
      to: textOf(leg.to) ?? "",
      mode: textOf(leg.mode) ?? "",
    }),
    text: phrase("leg_number", language, { number: String(leg.seq) }),
  }));
  return { kind: "ask", text: phrase("ask_leg", language, { shipment: id }), options };
}

export const isOutcome = (value: JsonMap | Outcome): value is Outcome => typeof value.kind === "string" && !("seq" in value);
