import type { ApiClient } from "./api-client.ts";
import { describe, must } from "./demo-failure.ts";
import type { AnswerFact, RequestView } from "./views.ts";

/** Asks for an item's stock with a structured read: no model, no approval, figures with their record ids. */
export async function readStock(client: ApiClient, sku: string): Promise<AnswerFact[]> {
  const sent = await client.post<{ id: string }>("/v1/requests", { actions: [{ agent: "supply", tool: "find_stock", args: { sku } }] });
  must(sent.status === 202, `the question for stock was not taken: ${describe(sent)}`);
  const view = await waitFinal(client, sent.body.id, 60_000);
  must(view.status === "completed", `the question for stock ended as ${view.status}: ${view.answer ?? ""}`);
  must((view.answerFacts ?? []).length > 0, "the question for stock was answered without figures");
  return view.answerFacts ?? [];
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

/** Facts by what they are about: record without its version, and the words without figures. */
export function factIndex(facts: readonly AnswerFact[]): Map<string, AnswerFact> {
  return new Map(facts.map((fact) => [`${fact.record.split("@")[0]} ${fact.text.replace(/[\d.,]+/g, "#")}`, fact]));
}

/** Figures that differ between two readings, as lines. */
export function stockChanges(before: readonly AnswerFact[], after: readonly AnswerFact[]): string[] {
  const old = factIndex(before);
  return [...factIndex(after)].flatMap(([key, fact]) => {
    const was = old.get(key);
    return was && was.value !== fact.value
      ? [`${fact.text}: ${was.value ?? "–"} → ${fact.value ?? "–"} ${fact.unit ?? ""} (${was.record} → ${fact.record})`]
      : [];
  });
}
