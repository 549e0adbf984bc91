import type { ApiClient } from "./api-client.ts";
import { describe, must } from "./demo-failure.ts";
import type { RequestView, StepView } from "./views.ts";

/** What was read of each stock record: its version and its words, by record id. */
export type StockReading = ReadonlyMap<string, { record: string; words: string }>;

const RECORD = /\bSTK-[0-9A-Z]+@\d+\b/;
const idOf = (record: string): string => record.split("@")[0] ?? record;

/** Takes an answer apart by the stock records that it cites: its facts when it has some, else its lines. */
export function stockReading(view: Pick<RequestView, "answer" | "answerFacts">): StockReading {
  const reading = new Map<string, { record: string; words: string }>();
  const add = (record: string, words: string): void => {
    const known = reading.get(idOf(record));
    reading.set(idOf(record), { record, words: known ? `${known.words}, ${words}` : words });
  };
  for (const fact of view.answerFacts ?? [])
    if (RECORD.test(fact.record)) add(fact.record, `${fact.text} ${fact.value ?? ""} ${fact.unit ?? ""}`.trim());
  if (reading.size > 0) return reading;
  for (const line of (view.answer ?? "").split("\n")) {
    const record = RECORD.exec(line)?.[0];
    if (record) add(record, line.replace(record, "").replace(/^[\s\-:*[\]]+/, ""));
  }
  return reading;
}

/** Asks for an item's stock with a structured read: no model, no approval, figures with their record ids. */
export async function readStock(client: ApiClient, sku: string): Promise<StockReading> {
  const sent = await client.post<{ id: string }>("/v1/requests", { actions: [{ agent: "supply", tool: "find_stock", args: { sku } }] });
  must(sent.status === 202, `the question for stock was not taken: ${describe(sent)}`);
  const view = await waitFinal(client, sent.body.id, 60_000);
  must(view.status === "completed", `the question for stock ended as ${view.status}: ${view.answer ?? ""}`);
  const reading = stockReading(view);
  must(reading.size > 0, `the question for stock was answered without a stock record: ${view.answer ?? ""}`);
  return reading;
}

const FINAL = new Set(["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"]);
export const isFinal = (status: string): boolean => FINAL.has(status);

/** Waits until a request is settled. */
export async function waitFinal(client: ApiClient, id: string, patienceMs: number): Promise<RequestView> {
  for (const end = Date.now() + patienceMs; ; ) {
    const view = await client.get<RequestView>(`/v1/requests/${id}?wait=5s`);
    must(view.status === 200, `the request cannot be read: ${describe(view)}`);
    if (isFinal(view.body.status)) return view.body;
    must(Date.now() < end, `the request is still ${view.body.status} after ${Math.round(patienceMs / 1000)} s`);
  }
}

/** Records whose words differ between two readings. */
export function stockChanges(before: StockReading, after: StockReading): { before: string; after: string }[] {
  return [...after].flatMap(([id, now]) => {
    const was = before.get(id);
    return was && was.words !== now.words ? [{ before: `${was.record} ${was.words}`, after: `${now.record} ${now.words}` }] : [];
  });
}

/** Figures that a receipt claims for stock and that an independent reading afterwards does not show. */
export function unconfirmedFigures(steps: readonly StepView[], after: StockReading): string[] {
  const rows = steps.flatMap((step) => (step.receipt?.outcome === "succeeded" ? step.receipt.after : []));
  return rows.flatMap((row) => {
    if (!/^STK-/.test(row.record) || row.value === null) return [];
    const shown = after.get(idOf(row.record))?.words ?? "";
    return new RegExp(`(^|[^\\d.])${row.value.replaceAll(".", "\\.")}($|[^\\d.]|\\.(?!\\d))`).test(shown)
      ? []
      : [`${row.record} ${row.label} ${row.value}`];
  });
}
