import type { JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, formatDecimal, parseDecimal, type Rational, ZERO } from "@quartermaster/shared/quantity";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { objectsOf, textOf } from "./fields.ts";
import { leavesWithoutPapers, papersOf, shipmentBefore, shipmentOf } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Changes of what travels or where to; another sailing or an end leaves the papers as they are. */
const CHANGES_CONTENT = new Set(["change_lines", "reroute_shipment"]);
const LODGED = new Set(["lodged", "accepted", "amendment_pending", "invalidation_pending", "released", "arrived_at_exit"]);
/** Customs owes an answer; what is asked next waits for it. */
const UNANSWERED = new Set(["lodged", "amendment_pending", "invalidation_pending"]);
/** What export control found that a hold of a type stands for. */
const GROUNDS: Record<string, RegExp> = {
  licence: /^(licence_|destination_embargo$|denied_party$)/,
  compliance: /^(open_screening$|denied_party$|destination_embargo$)/,
};

function changeOfPapers(proposal: Proposal, index: SnapshotIndex): DraftConflict[] {
  if (!CHANGES_CONTENT.has(proposal.tool)) return [];
  const papers = papersOf(index, String(proposal.args.shipmentId));
  const id = papers ? textOf(papers, "declarationId") : null;
  const state = papers ? textOf(papers, "state") : null;
  if (id === null || state === null) return [];
  if (state === "under_control")
    return [draftConflict("declaration_in_control", [proposal], `${id} is under customs control: wait for the outcome`, [id])];
  if (state === "exited" || state === "invalidated")
    return [draftConflict("declaration_terminal", [proposal], `${id} is ${state}: nothing can change it here`, [id])];
  if (!saysOtherwise(proposal, papers)) return [];
  const values = { declarationId: id, state };
  if (!LODGED.has(state))
    return proposal.tool === "change_lines"
      ? [draftConflict("declared_qty_ne_shipped_qty", [proposal], `${id} declares other quantities than will be shipped`, [id], values)]
      : [];
  const amended = draftConflict(
    "declaration_needs_amendment",
    [proposal],
    `${id} is ${state}: it has to be amended with the shipment`,
    [id],
    values,
  );
  // Nothing can follow the goods before customs has answered: changed now, they would differ from what is declared.
  return UNANSWERED.has(state)
    ? [amended, draftConflict("outcome_pending", [proposal], `${id} is ${state}: customs has not answered yet`, [id], values)]
    : [amended];
}

/** True when a change makes the papers say something else than what travels; a lot is not declared, nor is a way to the same country. */
function saysOtherwise(proposal: Proposal, papers: JsonObject | undefined): boolean {
  const after = proposal.planned[0]?.snapshot;
  if (proposal.tool === "reroute_shipment") {
    const country = after ? textOf(after, "destinationCountry") : null;
    return country !== null && country !== textOf(papers ?? {}, "destinationCountry");
  }
  const before = shipmentBefore(proposal);
  return !before || !after || totalsOf(objectsOf(before.lines)) !== totalsOf(objectsOf(after.lines));
}

/** Goods that leave the customs territory another way than before, and nobody declares them. */
function crossing(proposal: Proposal, index: SnapshotIndex): DraftConflict[] {
  if (!leavesWithoutPapers(proposal, index)) return [];
  const id = String(proposal.args.shipmentId);
  return [draftConflict("customs_territory_crossed", [proposal], `${id} leaves the customs territory: a declaration is needed`, [id])];
}

/** Licences and screenings that a hold stands for outlive any reason that somebody gives. */
function groundsOfHold(proposal: Proposal, index: SnapshotIndex): DraftConflict[] {
  if (proposal.tool !== "release_hold") return [];
  const type = proposal.evidence.find((item) => item.snapshot?.kind === "hold")?.snapshot?.fields.type;
  const ground = typeof type === "string" ? GROUNDS[type] : undefined;
  const papers = papersOf(index, String(proposal.args.shipmentId));
  if (!ground || !papers) return [];
  return objectsOf(papers.problems).flatMap((problem) =>
    typeof problem.code === "string" && ground.test(problem.code)
      ? [
          draftConflict(
            problem.code,
            [proposal],
            String(problem.detail ?? problem.code),
            typeof problem.record === "string" ? [problem.record] : [],
          ),
        ]
      : [],
  );
}

/** Units on board are counted on hand until goods issue posts: whoever cancels a loaded shipment must see both views. */
function loadedCancellation(proposal: Proposal): DraftConflict[] {
  if (proposal.tool !== "cancel_shipment") return [];
  const shipment = shipmentBefore(proposal);
  if (shipment?.state !== "loaded" || shipment.goodsIssuePosted !== false) return [];
  return [
    draftConflict(
      "goods_issue_pending",
      [proposal],
      `${String(proposal.args.shipmentId)} is loaded and its goods issue is not posted: its units stay reserved until they are off`,
    ),
  ];
}

/** Base units by sku over lines, as one comparable text. */
function totalsOf(lines: readonly JsonObject[]): string {
  const sums = new Map<string, Rational>();
  for (const line of lines) {
    const base = parseDecimal(String(line.baseQuantity)) ?? ZERO;
    sums.set(String(line.sku), add(sums.get(String(line.sku)) ?? ZERO, base));
  }
  return [...sums]
    .map(([sku, sum]) => `${sku} ${formatDecimal(sum) ?? "?"}`)
    .sort()
    .join(", ");
}

/** A stored draft that says something else than what is shipped: why it is revised, or what lodging it would declare wrongly. */
function draftMismatch(proposal: Proposal, index: SnapshotIndex, proposals: readonly Proposal[]): DraftConflict[] {
  const known = proposal.findings.some((finding) => finding.code === "declared_qty_ne_shipped_qty");
  const revised = (other: Proposal) => other.tool === "draft_declaration" && other.args.declarationId === proposal.args.declarationId;
  const asStored = proposal.tool === "lodge_declaration" && !proposals.some(revised);
  if (!(asStored || proposal.tool === "draft_declaration") || known) return [];
  const stored = proposal.evidence.find((item) => item.snapshot?.kind === "declaration")?.snapshot;
  const shipmentId = textOf(stored?.fields ?? {}, "shipmentId") ?? String(proposal.args.shipmentId);
  const shipment = index.find("transit", "shipment", shipmentId);
  if (!stored || !shipment) return [];
  const [declared, shipped] = [totalsOf(objectsOf(stored.fields.lines)), totalsOf(objectsOf(shipment.fields.lines))];
  if (declared === shipped) return [];
  const records = [`${stored.id}@${stored.version}`, `${shipment.id}@${shipment.version}`];
  return [
    draftConflict(
      "declared_qty_ne_shipped_qty",
      [proposal],
      `${stored.id} declares ${declared}, ${shipment.id} carries ${shipped}`,
      records,
      { declared, shipped },
    ),
  ];
}

const ON_BOARD = new Set(["loaded", "departed"]);
const AT_EXIT = new Set(["arrived_at_exit", "exited"]);
/** A regime without release lets goods go once the filing has its number. */
const mayLeave = (papers: JsonObject): boolean =>
  AT_EXIT.has(String(papers.state)) || (papers.regime === "US-EEI" && papers.state === "accepted");

/** Goods that are on board of an export though their papers were never presented at the office of exit. */
function loadedTooEarly(proposal: Proposal, index: SnapshotIndex): DraftConflict[] {
  const id = shipmentOf(proposal);
  const shipment = id === null ? undefined : (index.find("transit", "shipment", id)?.fields ?? shipmentBefore(proposal));
  const papers = id === null ? undefined : papersOf(index, id);
  const state = papers ? textOf(papers, "state") : null;
  if (!shipment || !ON_BOARD.has(String(shipment.state)) || shipment.crossesTerritory !== true) return [];
  if (!papers || state === null || mayLeave(papers)) return [];
  const declarationId = textOf(papers, "declarationId");
  return [
    draftConflict(
      "load_before_exit_release",
      [proposal],
      `${id} is ${String(shipment.state)} while ${declarationId} is ${state}: only goods presented at the exit may be loaded`,
      [String(id), ...(declarationId === null ? [] : [declarationId])],
      { state, shipmentState: String(shipment.state) },
    ),
  ];
}

/** What shipments, holds and papers say against the proposals. */
export function findPaperConflicts(proposals: readonly Proposal[], index: SnapshotIndex): DraftConflict[] {
  return [
    ...proposals.flatMap((proposal) => [
      ...changeOfPapers(proposal, index),
      ...crossing(proposal, index),
      ...draftMismatch(proposal, index, proposals),
      ...groundsOfHold(proposal, index),
      ...loadedCancellation(proposal),
      ...loadedTooEarly(proposal, index),
    ]),
  ];
}
