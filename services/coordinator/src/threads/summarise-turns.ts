/** What a turn that is no longer given was about, from its request's own record. */
export interface DroppedTurn {
  requestId: string;
  kinds: readonly string[];
  entities: readonly string[];
  status: string;
}

const lineOf = (turn: DroppedTurn): string =>
  `${turn.requestId}: ${turn.kinds.length > 0 ? turn.kinds.join(", ") : "question"}${
    turn.entities.length > 0 ? ` (${turn.entities.slice(0, 6).join(", ")})` : ""
  } → ${turn.status}`;

/**
 * One line for each dropped turn within a budget, newest kept. Made of action kinds, keys and statuses: nobody's prose is carried on.
 * @returns null when there is nothing to say or no room for a line.
 */
export function summariseTurns(
  dropped: readonly DroppedTurn[],
  budgetTokens: number,
  countTokens: (text: string) => number,
): string | null {
  let summary: string | null = null;
  for (let from = dropped.length - 1; from >= 0; from--) {
    const longer = dropped.slice(from).map(lineOf).join("\n");
    if (countTokens(longer) > budgetTokens) break;
    summary = longer;
  }
  return summary;
}
