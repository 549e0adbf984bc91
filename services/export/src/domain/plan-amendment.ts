import { compare, decimal, divide, multiply, parseDecimal, roundDecimal, subtract } from "@quartermaster/shared/quantity";
import type { Declaration, DeclarationContent, DeclarationLine } from "./declaration.ts";
import { INCOTERMS } from "./declaration-args.ts";
import type { Item } from "./item.ts";
import type { ExportReads } from "./ports.ts";
import { readJudgement } from "./read-judgement.ts";
import type { AmendDeclarationArgs } from "./request-args.ts";
import { declined, openMessageProblem, type RequestProblem, type RequestRejection, stateProblem } from "./request-rule.ts";
import { exact, toBase } from "./units.ts";

type Change = AmendDeclarationArgs["changes"][number];
const LINE_FIELDS = ["quantity", "netKg", "statisticalValueEur", "cn8"] as const;
type LineField = (typeof LINE_FIELDS)[number];
const isLineField = (field: Change["field"]): field is LineField => (LINE_FIELDS as readonly string[]).includes(field);

export interface AmendmentPlan {
  ok: true;
  /** With every `from` filled in. */
  args: AmendDeclarationArgs;
  declaration: Declaration;
  /** What the declaration will say once customs agrees. */
  content: DeclarationContent;
  quantityRises: boolean;
  partyChanges: boolean;
  items: Item[];
  problems: RequestProblem[];
}

const same = (a: string | null, b: string): boolean => {
  const [left, right] = [a === null ? null : parseDecimal(a), parseDecimal(b)];
  return left !== null && right !== null ? compare(left, right) === 0 : (a ?? "") === b;
};

/** Mass and value follow the quantity unless they are given themselves. */
function withQuantity(line: DeclarationLine, item: Item, quantity: string): DeclarationLine | null {
  const base = toBase(item, quantity, line.uom);
  if (base === null) return null;
  const share = divide(base, decimal(line.baseQuantity));
  return {
    ...line,
    quantity,
    baseQuantity: exact(base),
    netKg: roundDecimal(multiply(decimal(line.netKg), share), 3),
    statisticalValueEur: roundDecimal(multiply(decimal(line.statisticalValueEur), share), 2),
  };
}

function amendLine(line: DeclarationLine, item: Item | undefined, change: Change, path: string): DeclarationLine | RequestRejection {
  if (change.field === "quantity") {
    const next = item ? withQuantity(line, item, change.to) : null;
    return next ?? declined("quantity_invalid", `${change.to} is not a quantity of ${line.sku} in ${line.uom}`, `${path}.to`);
  }
  if (change.field === "cn8")
    return /^\d{8}$/.test(change.to)
      ? { ...line, cn8: change.to }
      : declined("code_too_short", `${change.to} has not eight digits; a code is never padded`, `${path}.to`);
  const amount = parseDecimal(change.to);
  if (amount === null || amount.numerator < 0n) return declined("quantity_invalid", `${change.to} is no amount`, `${path}.to`);
  return { ...line, [change.field]: change.to };
}

async function headValue(reads: ExportReads, change: Change, path: string): Promise<{ ok: true; value: string } | RequestRejection> {
  if (change.field === "consignee") {
    const [party, another] = await reads.parties(change.to);
    return party && !another ? { ok: true, value: party.id } : declined("unknown_party", `there is no party ${change.to}`, `${path}.to`);
  }
  const value = change.to.toUpperCase();
  if (change.field === "destinationCountry" && !/^[A-Z]{2}$/.test(value))
    return declined("unknown_country", `${change.to} is no ISO country`, `${path}.to`);
  if (change.field === "incoterm" && !(INCOTERMS as readonly string[]).includes(value))
    return declined("unknown_incoterm", `${change.to} is no Incoterm`, `${path}.to`);
  return { ok: true, value };
}

interface Amended {
  ok: true;
  content: DeclarationContent;
  changes: Change[];
}

/** Quantities come first, so that a mass or value given beside one is not computed over. */
const quantityFirst = (a: Change, b: Change): number => (a.field === "quantity" ? 0 : 1) - (b.field === "quantity" ? 0 : 1);

async function amend(
  reads: ExportReads,
  declaration: Declaration,
  items: readonly Item[],
  asked: readonly Change[],
): Promise<Amended | RequestRejection> {
  let content: DeclarationContent = { ...declaration, lines: [...declaration.lines] };
  const changes: Change[] = [];
  for (const [index, change] of [...asked].sort(quantityFirst).entries()) {
    const path = `changes.${index}`;
    if (isLineField(change.field) !== (change.line !== undefined))
      return declined(
        "field_misplaced",
        `${change.field} ${change.line === undefined ? "needs its line" : "belongs to the whole declaration"}`,
        `${path}.line`,
      );
    const stored = declaration.lines.find((line) => line.line === change.line);
    if (isLineField(change.field) && !stored)
      return declined("unknown_line", `${declaration.id} has ${declaration.lines.length} lines`, `${path}.line`);
    const now =
      stored && isLineField(change.field)
        ? stored[change.field]
        : declaration[change.field as "consignee" | "incoterm" | "destinationCountry" | "officeOfExit"];
    if (change.from !== undefined && !same(now, change.from))
      return declined("amendment_stale", `${change.field} is ${now ?? "empty"} now, not ${change.from}`, `${path}.from`);
    let to = change.to;
    if (stored) {
      const line = content.lines.find((candidate) => candidate.line === change.line) ?? stored;
      const next = amendLine(
        line,
        items.find((item) => item.sku === line.sku),
        change,
        path,
      );
      if ("ok" in next) return next;
      content = { ...content, lines: content.lines.map((candidate) => (candidate.line === change.line ? next : candidate)) };
    } else {
      const head = await headValue(reads, change, path);
      if (!head.ok) return head;
      to = head.value;
      content = { ...content, [change.field]: to };
    }
    if (same(now, to)) return declined("nothing_changes", `${change.field} is ${now} already`, `${path}.to`);
    changes.push({ ...(change.line === undefined ? {} : { line: change.line }), field: change.field, from: now ?? "", to });
  }
  return { ok: true, content, changes };
}

/** What is judged: all of it for another party or country, else only what comes on top of what is committed already. */
function judgedContent(before: Declaration, after: DeclarationContent, partyChanges: boolean): DeclarationContent {
  if (partyChanges) return after;
  const rising = after.lines.flatMap((line) => {
    const old = before.lines.find((candidate) => candidate.line === line.line);
    const more = subtract(decimal(line.baseQuantity), decimal(old?.baseQuantity ?? "0"));
    return more.numerator > 0n ? [{ ...line, baseQuantity: exact(more) }] : [];
  });
  return { ...after, lines: rising };
}

/** Works out what an amendment would make of a lodged declaration. Each `from` is compared with what is stored. */
export async function planAmendment(
  reads: ExportReads,
  given: AmendDeclarationArgs,
  businessNow: string,
): Promise<AmendmentPlan | RequestRejection> {
  const declaration = await reads.declaration(given.declarationId.toUpperCase());
  if (!declaration) return declined("unknown_declaration", `there is no declaration ${given.declarationId}`, "declarationId");
  const items = await reads.items([...new Set(declaration.lines.map((line) => line.sku))]);
  const amended = await amend(reads, declaration, items, given.changes);
  if (!amended.ok) return amended;
  const { content, changes } = amended;
  const partyChanges = content.consignee !== declaration.consignee || content.destinationCountry !== declaration.destinationCountry;
  const quantityRises = content.lines.some((line) => {
    const old = declaration.lines.find((candidate) => candidate.line === line.line);
    return old === undefined || compare(decimal(line.baseQuantity), decimal(old.baseQuantity)) > 0;
  });
  const judgement =
    partyChanges || quantityRises
      ? await readJudgement(reads, judgedContent(declaration, content, partyChanges), businessNow)
      : { problems: [] };
  const judged = judgement.problems.map((problem) => ({ ...problem, blocking: problem.code !== "classification_mismatch" }));
  return {
    ok: true,
    args: { declarationId: declaration.id, changes, reason: given.reason },
    declaration,
    content,
    quantityRises,
    partyChanges,
    items,
    problems: [
      ...stateProblem(declaration, "amend"),
      ...openMessageProblem(declaration, "amend", await reads.hasOpenMessage(declaration.id, "amend")),
      ...judged,
    ],
  };
}
