/** English words for several items at once. */
export const batchWords = {
  keyChoose: "choose, several at once",
  batchChosen: (count: number) => `${count} chosen`,
  batchClear: "Choose none",
  batchApprove: (count: number) => `Approve ${count === 1 ? "one" : count}`,
  batchTitle: (count: number) => `Approve ${count === 1 ? "one item" : `${count} items`}?`,
  batchLead: "Routine items of one kind, without conflicts. Each is checked and decided by itself, and each says what became of it.",
  batchChanged: "Changed since you chose it. Open it alone.",
  batchSum: "In all",
} as const;
