import { z } from "zod";
import { type ApprovalsOptions, type CommandResult, callApprovals } from "./approvals-client.ts";

const Call = z.object({
  grantId: z.string(),
  requestId: z.string(),
  domain: z.string(),
  tool: z.string(),
  detail: z.string().nullable(),
  since: z.string(),
  settlement: z.object({ outcome: z.string(), reference: z.string().nullable(), by: z.string() }).nullable(),
});

/** What a person found at the other system. */
export interface Finding {
  outcome: "made" | "not_made";
  /** The system's own id of what it made; null when nothing was. */
  reference: string | null;
  /** Where it was looked up and what it said. */
  evidence: string;
}

const linesOf = (call: z.infer<typeof Call>): string[] => [
  `${call.grantId}  ${call.domain} ${call.tool}  since ${call.since}  request ${call.requestId}`,
  ...(call.detail === null ? [] : [`  ${call.detail}`]),
  ...(call.settlement === null
    ? []
    : [`  settled by ${call.settlement.by} as ${call.settlement.outcome} ${call.settlement.reference ?? ""}`.trimEnd()]),
];

const Page = z.object({ items: z.array(Call), nextCursor: z.string().nullable() });
/** Pages of 200 calls that are asked for at most. */
const MOST_PAGES = 500;

/** Lists effects at other systems of which nobody knows what became, oldest first. */
export async function listCalls(options: ApprovalsOptions): Promise<CommandResult> {
  const lines: string[] = [];
  let cursor = "";
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await callApprovals(
      options,
      "GET",
      `/v1/calls?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (!answer.ok) return answer;
    const { items, nextCursor } = Page.parse(answer.body);
    lines.push(...items.flatMap(linesOf));
    if (nextCursor === null) return { ok: true, lines: lines.length === 0 ? ["no call is unknown"] : lines };
    cursor = nextCursor;
  }
  return { ok: true, lines: [...lines, `… and more than ${MOST_PAGES * 200} calls in all`] };
}

/** Ends one of them as it was found; approvals signs it, and the executor's receipt follows. */
export async function settleCall(options: ApprovalsOptions, grantId: string, finding: Finding): Promise<CommandResult> {
  const path = `/v1/calls/${encodeURIComponent(grantId)}/settlement`;
  const answer = await callApprovals(options, "POST", path, JSON.stringify(finding));
  return answer.ok ? { ok: true, lines: linesOf(Call.parse(answer.body)) } : answer;
}
