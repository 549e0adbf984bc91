export type QueueView = "mine" | "claimed" | "tainted" | "all" | "decided";
export type QueueSort = "risk" | "expiry" | "age" | "recent";

/** Filters that hold a name, as the address and the server call them. */
export const NAME_FILTERS = ["agent", "tool", "sku", "location", "role"] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];

/** What the address of the queue says: view, filters, order, open item. */
export interface QueueSearch extends Partial<Record<NameFilter, string>> {
  id?: string;
  view?: QueueView;
  risk?: "1" | "2" | "3";
  sort?: QueueSort;
  q?: string;
}

const VIEWS: readonly string[] = ["mine", "claimed", "tainted", "all", "decided"];
const SORTS: readonly string[] = ["risk", "expiry", "age", "recent"];
const text = (value: unknown, max = 80): string | undefined => {
  const found = typeof value === "number" ? String(value) : value;
  return typeof found === "string" && found !== "" && found.length <= max ? found : undefined;
};

/** Reads the search part of an address; what is not known is left out. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  const view = text(search.view);
  const risk = text(search.risk);
  const sort = text(search.sort);
  const [id, q] = [text(search.id), text(search.q, 200)];
  return {
    ...(id ? { id } : {}),
    ...(view && VIEWS.includes(view) ? { view: view as QueueView } : {}),
    ...Object.fromEntries(NAME_FILTERS.flatMap((name) => (text(search[name]) ? [[name, text(search[name])]] : []))),
    ...(risk === "1" || risk === "2" || risk === "3" ? { risk } : {}),
    ...(sort && SORTS.includes(sort) ? { sort: sort as QueueSort } : {}),
    ...(q ? { q } : {}),
  };
}

/** The order of a view: what was decided is read from its end, and only that has an order by decision. */
export function queueSort({ view, sort }: QueueSearch): QueueSort {
  if (view === "decided") return sort ?? "recent";
  return sort === undefined || sort === "recent" ? "risk" : sort;
}

/** Query of `GET /v1/approvals` for a view and its filters. */
export function queueQuery(search: QueueSearch): string {
  const query = new URLSearchParams({ sort: queueSort(search), limit: "100" });
  const view = search.view ?? "mine";
  if (view === "mine") query.set("mine", "true");
  if (view === "claimed") query.set("claimedBy", "me");
  if (view === "tainted") query.set("tainted", "true");
  if (view === "decided") query.set("state", "decided");
  for (const name of NAME_FILTERS) if (search[name]) query.set(name, search[name]);
  if (search.risk) query.set("risk", search.risk);
  if (search.q) query.set("q", search.q);
  return query.toString();
}

/** Every filter off, the view and the order kept. */
export const NO_FILTERS = {
  agent: undefined,
  tool: undefined,
  sku: undefined,
  location: undefined,
  role: undefined,
  risk: undefined,
} as const;

export const hasFilters = (search: QueueSearch): boolean => Boolean(search.risk || search.q || NAME_FILTERS.some((name) => search[name]));
