import type { FeedLine, Json } from "../api/types.ts";

export interface LaneLine {
  key: string;
  /** Seconds since the first event of the request. */
  at: number;
  kind: "read" | "proposal";
  tool: string;
  args: Json | undefined;
  ok: boolean;
  code: string | null;
  records: string[];
  tainted: boolean;
}

export interface Lane {
  agent: string;
  lines: LaneLine[];
  proposals: number;
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const texts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** What each agent did, one lane each on one clock. A call that became a proposal shows as the proposal. */
export function buildLanes(feed: readonly FeedLine[], agents: readonly string[]): Lane[] {
  const lanes = new Map<string, Lane>(agents.map((agent) => [agent, { agent, lines: [], proposals: 0 }]));
  // A call and its proposal may arrive in either order: proposals whose call is still to come, by agent and tool.
  const early = new Map<string, number>();
  const start = Date.parse(text(feed[0]?.data.at));
  for (const { id, name, data } of feed) {
    const agent = text(data.agent);
    if (!agent || (name !== "tool.called" && name !== "proposal.created" && name !== "agent.status")) continue;
    const lane = lanes.get(agent) ?? { agent, lines: [], proposals: 0 };
    lanes.set(agent, lane);
    if (name === "agent.status") continue;
    const at = Math.max(0, (Date.parse(text(data.at)) - start) / 1000) || 0;
    const isProposal = name === "proposal.created";
    const line: LaneLine = {
      key: String(id),
      at,
      kind: isProposal ? "proposal" : "read",
      tool: text(data.tool),
      args: data.args,
      ok: data.ok !== false,
      code: text(data.code) || null,
      records: texts(isProposal ? data.evidence : data.records),
      tainted: data.tainted === true,
    };
    const pair = `${agent} ${line.tool}`;
    const waiting = early.get(pair) ?? 0;
    if (!isProposal && line.ok && waiting > 0) {
      early.set(pair, waiting - 1);
      continue;
    }
    if (isProposal) {
      const call = lane.lines.findLastIndex((other) => other.kind === "read" && other.ok && other.tool === line.tool);
      if (call >= 0) lane.lines.splice(call, 1);
      else early.set(pair, waiting + 1);
    }
    if (isProposal) lane.proposals += 1;
    lane.lines.push(line);
  }
  return [...lanes.values()];
}
