import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import type { Approval, ApprovalSummary, Page } from "../api/types.ts";
import { knowsBusinessTime, noteBusinessTime } from "../live/server-clock.ts";
import { type QueueSearch, queueQuery } from "./queue-search.ts";

/** A card with the revision that a decision has to name. */
export interface LoadedApproval {
  approval: Approval;
  etag: string;
  readAt: number;
}

export async function fetchApproval(id: string): Promise<LoadedApproval> {
  const { body, etag } = await call<Approval & { businessNow?: string }>(`/v1/approvals/${encodeURIComponent(id)}`);
  if (body.businessNow) noteBusinessTime(body.businessNow);
  return { approval: body, etag: etag ?? `"${body.revision}"`, readAt: Date.now() };
}

async function fetchPage(query: string, cursor: string | null): Promise<Page<ApprovalSummary>> {
  const { body } = await call<Page<ApprovalSummary>>(
    `/v1/approvals?${query}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  const first = body.items[0];
  // Deadlines run on the tenant's own clock, which an item names and a list does not.
  if (first && !knowsBusinessTime()) await fetchApproval(first.id).catch(() => {});
  return body;
}

/** Pages that a list holds at most; every look at the server reads all of them again. */
export const MOST_PAGES = 10;

/** The list of a view, page by page. */
export const useQueue = (search: QueueSearch) => {
  const query = queueQuery(search);
  return useInfiniteQuery({
    queryKey: ["approvals", "list", query],
    queryFn: ({ pageParam }) => fetchPage(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    maxPages: MOST_PAGES,
    refetchInterval: 30_000,
    placeholderData: (previous) => previous,
  });
};

/** Open items that the signed-in person can decide: the badge, and Home. */
export const useMine = () =>
  useQuery({ queryKey: ["approvals", "mine"], queryFn: () => fetchPage("mine=true&sort=expiry&limit=100", null), refetchInterval: 60_000 });

/** How many items are open for anybody, for the empty queue's sentence. */
export const useOpenCount = () =>
  useQuery({ queryKey: ["approvals", "open-count"], queryFn: async () => (await fetchPage("limit=200", null)).items.length });

export const useApproval = (id: string | undefined) =>
  useQuery({ queryKey: ["approval", id], queryFn: () => fetchApproval(id ?? ""), enabled: id !== undefined, refetchInterval: 20_000 });
