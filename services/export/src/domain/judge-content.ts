import { type ControlProblem, checkControls } from "./controls.ts";
import type { CountryPolicy } from "./country-policy.ts";
import type { DeclarationContent } from "./declaration.ts";
import { totals } from "./declared-lines.ts";
import { hasFullCode, type Item } from "./item.ts";
import { inLicenceUnit, type Licence } from "./licence.ts";
import { type Party, partyProblem } from "./party.ts";
import { territoryOf } from "./territory.ts";
import { exact } from "./units.ts";

export interface JudgeInput {
  content: DeclarationContent;
  items: ReadonlyMap<string, Item>;
  licences: readonly Licence[];
  policy: CountryPolicy | undefined;
  /** Null for own depots. */
  party: Party | null;
  listVersion: string | null;
  openScreening: string | null;
  /** Codes that people classified for this regime, by sku. */
  classified: ReadonlyMap<string, string>;
  /** Day on which the goods leave. */
  exitDate: string;
}

export interface Judgement {
  /** The content with the licence of every controlled line. */
  content: DeclarationContent;
  /** Quantity to commit in the licence's own unit; licences without a limit are left out. */
  commitments: { licence: Licence; quantity: string }[];
  dangerousGoods: boolean;
  controlled: boolean;
  /** Last days of the licences used. */
  licenceEnds: string[];
  problems: ControlProblem[];
}

function classificationProblem(item: Item, declared: string, classified: string | undefined): ControlProblem | null {
  if (!hasFullCode(item)) return { code: "classification_mismatch", detail: `${item.sku} has no full code`, record: item.sku };
  const wanted = classified ?? item.cn8;
  return declared === wanted
    ? null
    : { code: "classification_mismatch", detail: `${item.sku} is declared as ${declared}, classified as ${wanted}`, record: item.sku };
}

/** Judges what a declaration says: codes, embargo, licences (sums by sku) and the consignee. Draft and lodging use the same function. */
export function judgeContent(input: JudgeInput): Judgement {
  const { content } = input;
  const problems: ControlProblem[] = [];
  const commitments: Judgement["commitments"] = [];
  const ends: string[] = [];
  const licenceOf = new Map<string, string>();
  for (const [sku, need] of totals(content.lines)) {
    const item = input.items.get(sku);
    if (!item) continue;
    const controls = checkControls({
      item,
      destinationCountry: content.destinationCountry,
      consignee: content.consignee,
      need,
      exitDate: input.exitDate,
      originTerritory: territoryOf(content.exporter.slice(-2)),
      licences: input.licences,
      policy: input.policy,
    });
    problems.push(...controls.problems.filter((problem) => problem.code !== "classification_mismatch"));
    if (controls.licence) {
      licenceOf.set(sku, controls.licence.id);
      ends.push(controls.licence.validTo);
      const quantity = controls.licence.quantity === null ? null : inLicenceUnit(controls.licence, item, need);
      if (quantity !== null) commitments.push({ licence: controls.licence, quantity: exact(quantity) });
    }
    for (const line of content.lines.filter((candidate) => candidate.sku === sku)) {
      const mismatch = classificationProblem(item, line.cn8, input.classified.get(sku));
      if (mismatch) problems.push(mismatch);
    }
  }
  if (input.party) {
    const screening = partyProblem(input.party, input.listVersion, input.openScreening);
    if (screening) problems.push({ ...screening, record: input.party.id });
  }
  const items = [...input.items.values()];
  return {
    content: { ...content, lines: content.lines.map((line) => ({ ...line, licence: licenceOf.get(line.sku) ?? null })) },
    commitments,
    dangerousGoods: items.some((item) => item.dgUn !== null),
    controlled: items.some((item) => item.dualUse !== null),
    licenceEnds: ends,
    problems,
  };
}
