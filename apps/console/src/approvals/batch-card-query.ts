import { queryOptions } from "@tanstack/react-query";
import { cardHash } from "../api/card-hash.ts";
import type { ApprovalSummary, Card } from "../api/types.ts";
import { fetchApproval } from "./approval-queries.ts";
import { isPlain } from "./batch.ts";
import { ChosenChanged } from "./chosen-changed.ts";
import { findUnshowable } from "./find-unshowable.ts";

type Chosen = Pick<ApprovalSummary, "id" | "revision">;

/**
 * The card of the revision that was chosen, if this page can show all of it and its hash is the one that the server names.
 * @throws ChosenChanged when the item has another revision by now or may not be decided together with others any more.
 */
async function readCard({ id, revision }: Chosen): Promise<Card> {
  const { approval } = await fetchApproval(id);
  const { card } = approval;
  if (approval.revision !== revision || !isPlain({ ...approval, tainted: card.tainted, conflictCount: card.conflicts.length }))
    throw new ChosenChanged(id);
  if (findUnshowable(card).length > 0 || (await cardHash(card)) !== card.hash) throw new Error("the card does not match");
  return card;
}

/** How a card of a decision about several is read: once for each opening, so that it stays what the person reads until it is decided. */
export const batchCardQuery = ({ id, revision }: Chosen) =>
  queryOptions({
    queryKey: ["batch-card", id, revision],
    queryFn: () => readCard({ id, revision }),
    retry: (count, error) => count < 1 && !(error instanceof ChosenChanged),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
