import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import type { Page, RequestStatus, RequestSummary, RequestView } from "../api/types.ts";
import { fetchApproval } from "../approvals/approval-queries.ts";
import { knowsBusinessTime } from "../live/server-clock.ts";

const FINAL: readonly RequestStatus[] = ["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"];

/** Nothing more happens to it. */
export const isFinal = (status: RequestStatus): boolean => FINAL.includes(status);

export async function fetchRequest(id: string): Promise<RequestView> {
  const request = (await call<RequestView>(`/v1/requests/${encodeURIComponent(id)}`)).body;
  const item = request.plan?.steps.find((step) => step.approval !== null && step.approval.required > 0)?.approval;
  // Deadlines run on the tenant's own clock, which an approval names and a request does not.
  if (item && !knowsBusinessTime()) await fetchApproval(item.id).catch(() => {});
  return request;
}

/** One request; the stream says when to look again, a slow look is the safety net. */
export const useRequest = (id: string) =>
  useQuery({
    queryKey: ["request", id],
    queryFn: () => fetchRequest(id),
    refetchInterval: (query) => (query.state.data && isFinal(query.state.data.status) ? false : 10_000),
  });

export const useRequests = (mine: boolean) =>
  useInfiniteQuery({
    queryKey: ["requests", mine],
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({
        limit: "50",
        ...(mine ? { requester: "me" } : {}),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      });
      return (await call<Page<RequestSummary>>(`/v1/requests?${query}`)).body;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    maxPages: 10,
    refetchInterval: 10_000,
  });
