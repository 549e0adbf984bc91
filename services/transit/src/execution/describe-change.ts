import type { EffectDescription } from "@quartermaster/executor";
import type { ChangeRow, JsonValue, PolicyFacts } from "@quartermaster/shared/contracts";
import type { ChangeProblem } from "../domain/change-rule.ts";
import type { Goods } from "../domain/goods-of.ts";
import { earliest, relevantCutoff } from "../domain/service.ts";
import type { Shipment } from "../domain/shipment.ts";
import { openCutoffs, shipmentFields } from "../domain/shipment-fields.ts";
import type { StatedPapers } from "./stated-papers.ts";

/** Makes before and after rows of one record that goes from its version to the next. */
export function rowPairs(
  record: string,
  version: number,
  values: readonly [path: string, label: string, before: string | null, after: string | null, unit?: string | null][],
): Pick<EffectDescription, "before" | "after"> {
  const row = (path: string, label: string, at: number, value: string | null, unit: string | null): ChangeRow => ({
    path,
    label,
    record,
    version: at,
    value,
    unit,
    unitLabel: null,
  });
  return {
    before: values.map(([path, label, value, , unit]) => row(path, label, version, value, unit ?? null)),
    after: values.map(([path, label, , value, unit]) => row(path, label, version + 1, value, unit ?? null)),
  };
}

/** Facts of a shipment and its goods that policy needs. */
export function changeFacts(shipment: Shipment, goods: Goods | null, papers: StatedPapers): PolicyFacts {
  return {
    ...(goods === null
      ? { dangerousGoods: shipment.dangerousGoods }
      : { valueEur: goods.valueEur, dangerousGoods: goods.dangerous.length > 0, controlled: goods.controlled }),
    crossesTerritory: shipment.originTerritory !== shipment.destinationTerritory,
    shipmentState: shipment.state,
    ...(papers.state === undefined ? {} : { paperState: papers.state }),
    ...(shipment.lines[0] === undefined ? {} : { sku: shipment.lines[0].sku }),
    destination: shipment.destination,
  };
}

/** Until when a change of a shipment may run: its departure, and the cut-off that is still ahead. */
export function shipmentLimits(shipment: Shipment, businessNow: string): Pick<PolicyFacts, "executeLimit" | "cutoff"> {
  const etd = shipment.legs.find((leg) => leg.atd === null)?.etd ?? null;
  const cutoff = relevantCutoff(openCutoffs(shipment.legs), shipment.dangerousGoods);
  const ahead = cutoff !== null && Date.parse(cutoff) > Date.parse(businessNow);
  return { executeLimit: etd, cutoff: ahead ? cutoff : earliest([etd]) };
}

export interface ChangeParts {
  shipment: Shipment;
  /** The shipment as it will be, for later steps; null when it stays. */
  after: Shipment | null;
  headline: string;
  rows: Pick<EffectDescription, "before" | "after">;
  facts: PolicyFacts;
  effect: JsonValue;
  needs: EffectDescription["needs"];
  names: Record<string, string>;
  /** Ids written beside the shipment's own. */
  entities: string[];
  onReject: string;
  problems: readonly ChangeProblem[];
  refusal: { code: string; detail: string } | null;
}

/** The description of a change of one shipment; a blocking problem is a refusal. */
export function describeChange(parts: ChangeParts): EffectDescription {
  const { shipment } = parts;
  const blocking = parts.problems.find((problem) => problem.blocking);
  return {
    refusal: blocking ? { code: blocking.code, detail: blocking.detail } : parts.refusal,
    headline: parts.headline,
    ...parts.rows,
    names: parts.names,
    facts: parts.facts,
    effect: parts.effect,
    found: { [shipment.id]: { version: shipment.version, facts: { state: shipment.state }, atLeast: {} } },
    predicted: parts.after === null ? [] : [{ output: "shipmentId", kind: "shipment", entity: shipmentFields(parts.after) }],
    needs: parts.needs,
    entities: [shipment.id, ...parts.entities],
    onReject: [parts.onReject],
  };
}
