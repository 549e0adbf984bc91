import { defineReadTool, type ToolContext } from "@quartermaster/agent/agent";
import { type JsonObject, keyText, type Snapshot } from "@quartermaster/shared/contracts";
import { z } from "zod";
import type { Declaration } from "../../domain/declaration.ts";
import { DateText } from "../../domain/declaration-args.ts";
import { declarationFields } from "../../domain/declaration-fields.ts";
import type { ExportPorts } from "../export-ports.ts";

const STATES = [
  "draft",
  "lodged",
  "accepted",
  "under_control",
  "released",
  "arrived_at_exit",
  "exited",
  "rejected",
  "not_released",
  "amendment_pending",
  "invalidation_pending",
  "invalidated",
] as const;
const SHOWN = 25;
const READ = 200;

const Args = z.strictObject({
  declarationId: keyText(60).optional().describe("EXD-… or @ref of a planned draft"),
  mrn: keyText(60).optional(),
  lrn: keyText(60).optional(),
  itn: keyText(60).optional(),
  shipmentId: keyText(60).optional().describe("SHP-…"),
  state: z.enum(STATES).optional(),
  deadlineBefore: DateText.optional().describe(
    "Only released declarations without exit whose enquiry or invalidation falls before this time",
  ),
});
type Args = z.infer<typeof Args>;

export const declarationSnapshot = (declaration: Declaration): Snapshot => ({
  domain: "export",
  kind: "declaration",
  id: declaration.id,
  version: declaration.version,
  fields: declarationFields(declaration),
});

const endOf = (text: string): number => Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text);

/** Next date on which the authority acts because no exit was reported. */
export function nextDeadline(declaration: Declaration, now: string): string | null {
  const { exitConfirmedAt, exitEnquiryAt, autoInvalidationAt } = declaration.times;
  if (exitConfirmedAt !== null || declaration.state === "invalidated") return null;
  const open = [exitEnquiryAt, autoInvalidationAt].filter((time): time is string => time !== null && Date.parse(time) > Date.parse(now));
  return open.sort()[0] ?? null;
}

async function shown(declaration: Declaration, context: ToolContext<ExportPorts>, withDocuments: boolean): Promise<JsonObject> {
  const documents = withDocuments ? await context.ports.documentsOf(declaration.id) : [];
  return {
    ...declarationFields(declaration),
    version: declaration.version,
    nextDeadline: nextDeadline(declaration, context.businessNow),
    remark: context.text(declaration.id, "remark", declaration.remark),
    documents: documents.map((document) => ({
      id: document.id,
      kind: document.kind,
      ref: document.ref,
      name: context.text(document.id, "name", document.name),
      text: context.text(document.id, "text", document.text),
    })),
  };
}

/** Declarations with lines, states, numbers and deadlines. */
export const findDeclarationsTool = defineReadTool<ExportPorts, Args>({
  name: "find_declarations",
  version: 1,
  effect: "read",
  description:
    "Reads export declarations: state, numbers (LRN, MRN, ITN), lines with codes, quantities, mass and value, licences, exit deadlines, documents. Not for where a shipment is, not for licence questions about goods (check_controls).",
  schema: Args,
  async run(args, context) {
    if (args.declarationId?.startsWith("@")) {
      const planned = context.planned(args.declarationId);
      return { ok: true, result: { count: planned ? 1 : 0, declarations: planned ? [planned.snapshot] : [] }, records: [] };
    }
    const one = args.declarationId === undefined ? null : await context.ports.declaration(args.declarationId.toUpperCase());
    const filter = { mrn: args.mrn, lrn: args.lrn, itn: args.itn, shipmentId: args.shipmentId?.toUpperCase(), state: args.state };
    const all = one === null ? await context.ports.declarations(filter, READ) : one === undefined ? [] : [one];
    const limit = args.deadlineBefore === undefined ? null : endOf(args.deadlineBefore);
    const found =
      limit === null
        ? all
        : all.filter((declaration) => Date.parse(nextDeadline(declaration, context.businessNow) ?? "9999-12-31") < limit);
    const page = found.slice(0, SHOWN);
    const declarations: JsonObject[] = [];
    for (const declaration of page) declarations.push(await shown(declaration, context, page.length <= 5));
    return {
      ok: true,
      result: {
        count: found.length,
        declarations,
        ...(found.length === 0
          ? { notFound: args.declarationId ?? args.mrn ?? args.lrn ?? args.itn ?? args.shipmentId ?? "no declaration matches" }
          : {}),
        ...(found.length > page.length ? { more: found.length - page.length } : {}),
      },
      records: page.map(declarationSnapshot),
    };
  },
});
