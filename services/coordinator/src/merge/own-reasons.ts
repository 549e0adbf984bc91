import type { JsonObject, Origin, Proposal } from "@quartermaster/shared/contracts";
import { textOf } from "./fields.ts";
import type { MergeInput } from "./merge-input.ts";
import { ownText } from "./own-words.ts";

/** Stands where the words give no reason of their own. */
const AS_REQUESTED = "as requested";
/** Reasons that rules write: of derived steps, of ways back, and of a reservation that lapsed. */
const OF_SHIPMENT = "@?[A-Za-z0-9_-]{1,60} (?:carries less|changed|is cancelled)";
const FIXED = new RegExp(
  `^(?:as requested|requested|expired|undo|cancellation asked for|goods will not leave|${OF_SHIPMENT}(?:; ${OF_SHIPMENT})*)$`,
);
const ORIGIN: Origin = { kind: "computed", text: "the request gives no such reason" };
/** Free texts of arguments. `reason` of a count is a closed choice, which the schema holds. */
const TEXTS = ["reason", "rationale"];
const CLOSED: ReadonlySet<string> = new Set(["adjust_stock"]);

type Known = Pick<MergeInput, "intent" | "words" | "previousSteps" | "plannedBefore" | "replaced">;

const reasonsOf = (args: JsonObject): string[] => TEXTS.flatMap((name) => textOf(args, name) ?? []);

const replacing = (fields: JsonObject, names: readonly string[]): JsonObject => ({
  ...fields,
  ...Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, AS_REQUESTED])),
});

/**
 * Free text of a proposal becomes part of a record, where people read it as the company's own. So it is the user's words or a fixed
 * phrase; whatever else a model writes there is replaced before anything is compared, shown or planned.
 */
export function withOwnReasons(known: Known, proposals: readonly Proposal[]): Proposal[] {
  if (known.intent.structured) return [...proposals];
  const own = ownText(known.words);
  const planned = new Set(
    [...known.previousSteps, ...(known.plannedBefore ?? []), ...(known.replaced ?? [])].flatMap(({ args }) => reasonsOf(args)),
  );
  const stands = (reason: string) => FIXED.test(reason) || planned.has(reason) || own.holds(reason);
  return proposals.map((proposal) => {
    const replaced = CLOSED.has(proposal.tool)
      ? []
      : TEXTS.filter((name) => {
          const reason = textOf(proposal.args, name);
          return reason !== null && !stands(reason);
        });
    if (replaced.length === 0) return proposal;
    const origins = Object.fromEntries(replaced.map((name) => [`/${name}`, ORIGIN]));
    return {
      ...proposal,
      args: replacing(proposal.args, replaced),
      meaning: replacing(proposal.meaning, replaced),
      origins: { ...proposal.origins, ...origins },
    };
  });
}
