import { defineReadTool, type ReadOutcome, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import { keyText, type Snapshot } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { checkControls } from "../../domain/controls.ts";
import { DateText, Quantity } from "../../domain/declaration-args.ts";
import type { Item } from "../../domain/item.ts";
import { coversItem } from "../../domain/licence.ts";
import { type Party, partyProblem } from "../../domain/party.ts";
import { countryFields, itemFields, licenceFields, partyFields } from "../../domain/record-fields.ts";
import { toBase, unitCode } from "../../domain/units.ts";
import type { ExportPorts } from "../export-ports.ts";

const Args = z.strictObject({
  sku: keyText(60).optional(),
  licenceId: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe("LIC-…: alone, to read what it covers and what is left on it; with a sku, to judge by this licence alone"),
  destinationCountry: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional()
    .describe("ISO country code, e.g. SG"),
  consignee: keyText(80, 2).optional().describe("Party id (PTY-…) or exact name"),
  quantity: Quantity.optional(),
  uom: keyText(20).optional().describe("Unit of quantity; base unit if left out"),
  onDate: DateText.optional().describe("Day on which the goods leave; today if left out"),
});
type Args = z.infer<typeof Args>;

const fail = (code: string, hint: string, path: string): ToolFailure => ({ ok: false, code, hint, path });

/** One licence by itself: what it covers, what is used and what is left. */
async function readLicence(id: string, context: ToolContext<ExportPorts>): Promise<ReadOutcome | ToolFailure> {
  const licence = await context.ports.licence(id.toUpperCase());
  if (!licence) return fail("unknown_licence", `There is no licence ${id}.`, "licenceId");
  const fields = licenceFields(licence);
  return {
    ok: true,
    result: { licences: [{ ...fields, remark: context.text(licence.id, "remark", licence.remark) }] },
    records: [{ domain: "export", kind: "licence", id: licence.id, version: licence.version, fields }],
  };
}

async function partyOf(args: Args, ports: ExportPorts): Promise<{ ok: true; party: Party | null } | ToolFailure> {
  if (args.consignee === undefined) return { ok: true, party: null };
  const found = await ports.parties(args.consignee);
  const [party] = found;
  if (!party) return fail("unknown_party", `There is no party ${args.consignee}. Give the id or the exact name.`, "consignee");
  if (found.length > 1)
    return fail("ambiguous_party", `${args.consignee} may be ${found.map((candidate) => candidate.id).join(" or ")}.`, "consignee");
  return { ok: true, party };
}

function needOf(args: Args, item: Item) {
  if (args.quantity === undefined) return { ok: true as const, need: null };
  const uom = unitCode(item, args.uom ?? item.baseUom);
  const need = uom === null ? null : toBase(item, args.quantity, uom);
  if (need === null)
    return fail("uom_mismatch", `${item.sku} is counted in ${[item.baseUom, ...Object.keys(item.conversions)].join(", ")}.`, "uom");
  return { ok: true as const, need };
}

async function evaluate(args: Args, item: Item, party: Party | null, need: ReturnType<typeof toBase>, context: ToolContext<ExportPorts>) {
  const { ports } = context;
  const country = args.destinationCountry?.toUpperCase() ?? party?.country ?? null;
  const policy = country === null ? undefined : await ports.country(country);
  const wanted = args.licenceId?.toUpperCase();
  const licences = (await ports.licencesFor([item])).filter((licence) => wanted === undefined || licence.id === wanted);
  const exitDate = args.onDate ?? context.businessNow;
  const result = checkControls({
    item,
    destinationCountry: country,
    consignee: party?.id ?? null,
    need,
    exitDate,
    originTerritory: "EU",
    licences,
    policy,
  });
  const screening = party ? await ports.openScreening(party.id) : null;
  const partyIssue = party ? partyProblem(party, await ports.listVersion(), screening) : null;
  const relevant = licences.filter(
    (licence) =>
      coversItem(licence, item) &&
      (args.licenceId !== undefined || licence.id === result.licence?.id || licence.kind !== "general" || result.problems.length > 0),
  );
  const records: Snapshot[] = [
    { domain: "export", kind: "item", id: item.sku, version: item.version, fields: itemFields(item) },
    ...relevant.map(
      (licence): Snapshot => ({
        domain: "export",
        kind: "licence",
        id: licence.id,
        version: licence.version,
        fields: licenceFields(licence),
      }),
    ),
    ...(party
      ? [{ domain: "export" as const, kind: "party", id: party.id, version: party.version, fields: partyFields(party, screening) }]
      : []),
    ...(country === null
      ? []
      : [
          {
            domain: "export" as const,
            kind: "country",
            id: country,
            version: policy?.version ?? 1,
            fields: countryFields(country, policy),
          },
        ]),
  ];
  return { country, exitDate, result, partyIssue, screening, relevant, records };
}

/** Code, dangerous goods, control status and licence cover of goods for a destination. */
export const checkControlsTool = defineReadTool<ExportPorts, Args>({
  name: "check_controls",
  version: 2,
  effect: "read",
  description:
    "States for one sku: customs code, dangerous-goods data, dual-use entry, and for a destination whether a licence is needed and which one covers the quantity on the day of exit; embargo and consignee status. With licenceId instead of sku: that licence and what is left on it; with both, only that licence counts. Not for screening people or firms, not for declarations (find_declarations).",
  schema: Args,
  async run(args, context) {
    if (args.sku === undefined)
      return args.licenceId === undefined
        ? fail("argument_missing", "Give sku, or licenceId.", "sku")
        : await readLicence(args.licenceId, context);
    const item = await context.ports.item(args.sku);
    if (!item) return fail("unknown_sku", `There is no sku ${args.sku}.`, "sku");
    const party = await partyOf(args, context.ports);
    if (!party.ok) return party;
    const need = needOf(args, item);
    if (!need.ok) return need;
    if (args.licenceId !== undefined && (await context.ports.licence(args.licenceId.toUpperCase())) === undefined)
      return fail("unknown_licence", `There is no licence ${args.licenceId}.`, "licenceId");
    const { country, exitDate, result, partyIssue, screening, relevant, records } = await evaluate(
      args,
      item,
      party.party,
      need.need,
      context,
    );
    const problems = [...result.problems, ...(partyIssue ? [{ ...partyIssue, record: party.party?.id ?? null }] : [])];
    return {
      ok: true,
      result: {
        ...itemFields(item),
        controlled: result.controlled,
        destinationCountry: country,
        onDate: exitDate.slice(0, 10),
        licenceNeeded: result.licenceNeeded,
        coveredBy: result.licence?.id ?? null,
        remaining: result.remaining,
        allowed: result.licenceNeeded === null ? null : problems.length === 0,
        problems: problems.map((problem) => ({ code: problem.code, detail: problem.detail, record: problem.record })),
        licences: relevant.map((licence) => ({ ...licenceFields(licence), remark: context.text(licence.id, "remark", licence.remark) })),
        consignee:
          party.party === null
            ? null
            : {
                ...partyFields(party.party, screening),
                nameKeys: null,
                name: context.text(party.party.id, "name", party.party.name),
                remark: context.text(party.party.id, "remark", party.party.remark),
              },
      },
      records,
    };
  },
});
