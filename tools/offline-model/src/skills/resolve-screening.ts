import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments, parametersOf } from "../mind/parameter-roles.ts";
import { failureOf, textOf } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { askNumber, proposalState } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";
import { screened } from "./screen.ts";

const DECISIONS: [string, RegExp][] = [
  [
    "confirm",
    /\b(?:confirm\w*|true (?:match|hit|positive)|is (?:indeed )?(?:the|a) (?:listed|denied|sanctioned)|bestatig\w*|echter treffer|confirme[rz]?|avere\w*|confirma\w*|coincidencia (?:real|cierta)|bevestig\w*|echte treffer)\b/,
  ],
  [
    "clear",
    /\b(?:clear\w*|false (?:positive|match|hit|alarm)|not (?:the|a|our) (?:listed|same|denied|match)\w*|dismiss\w*|entlast\w*|fehltreffer|falscher treffer|kein treffer|freigeb\w*|freigabe|gib|ecarte[rz]?|faux positif|homonyme|leve[rz]?|blanchi\w*|descarta\w*|falso positivo|homonimo|libera\w*|vrijgeven|vals(?:e)? (?:positief|treffer)|loos alarm|geen treffer|vrij)\b/,
  ],
];

/** Puts compliance's decision on file for one screening; which way it goes must be said. */
export function resolveScreening(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome {
  const { language, reading } = conversation;
  let id = namedIds(conversation, "screening")[0];
  if (id === undefined) {
    const party = screened(conversation, tools);
    if ("outcome" in party) return party.outcome;
    id = textOf(party.party?.openScreening) ?? undefined;
  }
  if (id === undefined) return askNumber(conversation, "screening");
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure)
    return /^unknown_/.test(failure.code)
      ? { kind: "say", text: phrase("not_found", language, { text: id }) }
      : refuseWith(conversation, id, failure);
  const folded = fold(reading.own);
  const said = DECISIONS.filter(([, pattern]) => pattern.test(folded)).map(([name]) => name);
  const allowed = parametersOf(tool).find((parameter) => parameter.role === "decision")?.values ?? ["clear", "confirm"];
  const [decision, another] = said.filter((name) => allowed.includes(name));
  if (decision === undefined || another !== undefined)
    return { kind: "ask", text: phrase("ask_decision", language, { screening: id }), options: allowed };
  return call(tool, fillArguments(tool, { screening: id, decision, reason: saidReason(conversation) }).args);
}
