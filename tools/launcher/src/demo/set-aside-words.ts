import type { StepView } from "./views.ts";

const figure = (rows: readonly { label: string; value: string | null }[], label: string): string | null =>
  rows.find((row) => row.label === label)?.value ?? null;

/** Why a transfer's goods still lie where they were, from its receipt; null when they left or nothing was set aside. */
export function setAsideWords(steps: readonly StepView[]): string | null {
  const transfer = steps.find((step) => step.tool === "transfer_stock" && step.receipt?.outcome === "succeeded");
  if (!transfer?.receipt) return null;
  const { before, after } = transfer.receipt;
  const stays = figure(before, "On hand") !== null && figure(before, "On hand") === figure(after, "On hand");
  const isReserved = figure(before, "Reserved") !== figure(after, "Reserved");
  if (!stays || !isReserved) return null;
  return "On hand stays: the goods are set aside (reserved) for the booked sailing. The destination grows when they arrive there.";
}
