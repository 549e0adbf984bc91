export type QueueView = "mine" | "claimed" | "tainted" | "all" | "decided";
export type QueueSort = "risk" | "expiry" | "age";

/** What the address of the queue says: view, filters, order, open item. */
export interface QueueSearch {
  id?: string;
  view?: QueueView;
  agent?: string;
  risk?: "1" | "2" | "3";
  sort?: QueueSort;
  q?: string;
}

const VIEWS: readonly string[] = ["mine", "claimed", "tainted", "all", "decided"];
const text = (value: unknown, max = 80): string | undefined => {
  const found = typeof value === "number" ? String(value) : value;
  return typeof found === "string" && found !== "" && found.length <= max ? found : undefined;
};

/** Reads the search part of an address; what is not known is left out. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  const view = text(search.view);
  const risk = text(search.risk);
  const sort = text(search.sort);
  const [id, agent, q] = [text(search.id), text(search.agent), text(search.q, 200)];
  return {
    ...(id ? { id } : {}),
    ...(view && VIEWS.includes(view) ? { view: view as QueueView } : {}),
    ...(agent ? { agent } : {}),
    ...(risk === "1" || risk === "2" || risk === "3" ? { risk } : {}),
    ...(sort === "risk" || sort === "expiry" || sort === "age" ? { sort } : {}),
    ...(q ? { q } : {}),
  };
}

/** Query of `GET /v1/approvals` for a view and its filters. */
export function queueQuery(search: QueueSearch): string {
  const query = new URLSearchParams({ sort: search.sort ?? "risk", limit: "100" });
  const view = search.view ?? "mine";
  if (view === "mine") query.set("mine", "true");
  if (view === "claimed") query.set("claimedBy", "me");
  if (view === "tainted") query.set("tainted", "true");
  if (view === "decided") query.set("state", "all");
  if (search.agent) query.set("agent", search.agent);
  if (search.risk) query.set("risk", search.risk);
  if (search.q) query.set("q", search.q);
  return query.toString();
}

export const hasFilters = (search: QueueSearch): boolean => Boolean(search.agent || search.risk || search.q);
