import type { Approval } from "../api/types.ts";

/** Names what a person reads and decides; with another revision or card all that was read or typed for it starts again. */
export const cardKey = (approval: Pick<Approval, "id" | "revision"> & { card: Pick<Approval["card"], "hash"> }): string =>
  `${approval.id} ${approval.revision} ${approval.card.hash}`;
