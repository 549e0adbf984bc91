import type { EffectDescription } from "@quartermaster/executor";
import type { PolicyFacts } from "@quartermaster/shared/contracts";
import type { Declaration, DeclarationContent } from "../domain/declaration.ts";
import { contentFields, statisticalValueOf } from "../domain/declaration-fields.ts";
import type { Item } from "../domain/item.ts";
import type { RequestProblem } from "../domain/request-rule.ts";

/** Facts of a lodged declaration that policy needs. */
export const requestFacts = (declaration: Declaration, content: DeclarationContent, items: readonly Item[]): PolicyFacts => ({
  valueEur: statisticalValueOf(content),
  dangerousGoods: items.some((item) => item.dgUn !== null),
  controlled: items.some((item) => item.dualUse !== null),
  paperState: declaration.state,
  ...(content.lines[0] === undefined ? {} : { sku: content.lines[0].sku }),
  destination: content.destinationCountry,
});

/** What a request to customs has in common: guard, prediction and refusal. */
export function requestDescription(
  declaration: Declaration,
  content: DeclarationContent,
  state: string,
  problems: readonly RequestProblem[],
): Pick<EffectDescription, "refusal" | "found" | "predicted" | "needs" | "entities"> {
  const blocking = problems.find((problem) => problem.blocking);
  return {
    refusal: blocking ? { code: blocking.code, detail: blocking.detail } : null,
    found: { [declaration.id]: { version: declaration.version, facts: { state: declaration.state }, atLeast: {} } },
    predicted: [
      {
        output: "declarationId",
        kind: "declaration",
        entity: { id: declaration.id, state, shipmentId: declaration.shipmentId, ...contentFields(content) },
      },
    ],
    needs: [],
    entities: [declaration.id],
  };
}
