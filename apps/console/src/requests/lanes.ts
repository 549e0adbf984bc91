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
    const last = lane.lines.at(-1);
    if (isProposal && last?.kind === "read" && last.tool === line.tool && last.ok) lane.lines.pop();
    if (isProposal) lane.proposals += 1;
    lane.lines.push(line);
  }
  return [...lanes.values()];
}
