import type { Proposal } from "@quartermaster/shared/contracts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { demandRefsOf } from "./required-snapshots.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

const AFTER_LOADING = new Set(["loaded", "departed", "arrived", "delivered"]);

/**
 * Joins supply's view of units with transit's: goods issue posts at loading or later, so units on a loaded shipment still
 * count as on hand and reserved. Releasing them would free goods that are already on board.
 */
export function findLoadedGoods(proposals: readonly Proposal[], index: SnapshotIndex): DraftConflict[] {
  const conflicts: DraftConflict[] = [];
  for (const proposal of proposals) {
    if (proposal.agent !== "supply") continue;
    for (const { snapshot } of proposal.evidence) {
      if (!snapshot) continue;
      for (const ref of demandRefsOf(snapshot)) {
        const shipment = index.find("transit", "shipment", ref);
        if (!shipment || !AFTER_LOADING.has(String(shipment.fields.state))) continue;
        const records = [`${snapshot.id}@${snapshot.version}`, `${shipment.id}@${shipment.version}`];
        const touches = proposal.tool === "release_reservation" && proposal.args.reservationId === snapshot.id;
        if (touches) {
          conflicts.push(
            draftConflict(
              "already_loaded",
              [proposal],
              `${snapshot.id} serves ${shipment.id}, which is ${String(shipment.fields.state)}`,
              records,
            ),
          );
        } else if (shipment.fields.goodsIssuePosted === false) {
          const detail = `${shipment.id} is ${String(shipment.fields.state)} and its goods issue is not posted yet: its units are reserved, only what is available counts`;
          conflicts.push(draftConflict("goods_issue_pending", [proposal], detail, records));
        }
      }
    }
  }
  return conflicts;
}
