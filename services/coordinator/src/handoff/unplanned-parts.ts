import { EFFECT_OWNERS } from "@quartermaster/language";
import type { AgentName, AgentStatus, Intent, PlanConflict } from "@quartermaster/shared/contracts";
import type { OpenIssue } from "../requests/request-row.ts";
import type { OrderedParts } from "./ordered-parts.ts";

/** What is known of an order beside the steps of its plan, over all rounds and revisions. */
export interface PartsOfOrder {
  intent: Pick<Intent, "actionKinds" | "structured"> | null;
  ordered: OrderedParts;
  refusals: readonly { agent: AgentName; code: string; detail: string }[];
  conflicts: readonly PlanConflict[];
  missingAgents: readonly { agent: AgentName; status: AgentStatus }[];
  planned: { tools: ReadonlySet<string> /** Everything that steps say, for finding keys in it. */; text: string };
}

/** The code of a part that nobody refused and nobody planned. */
export const UNMET = "order_unmet";

/** Deeds that no step does, except of agents whose part is named already. */
function deedsLeftOut({ intent, ordered, planned }: PartsOfOrder, named: ReadonlySet<string | undefined>): OpenIssue[] {
  if (!intent || intent.structured) return [];
  const isDone = (kind: string) =>
    planned.tools.has(kind) || ordered.alternatives.some((set) => set.includes(kind) && set.some((other) => planned.tools.has(other)));
  return intent.actionKinds.flatMap((kind) => {
    const agent = EFFECT_OWNERS[kind];
    return isDone(kind) || named.has(agent)
      ? []
      : [{ code: UNMET, detail: `${kind}: no step of the plan does it`, ...(agent ? { agent } : {}) }];
  });
}

/** True when a key stands in a text as a whole: SHP-1 is not SHP-10. */
const names = (text: string, key: string): boolean =>
  new RegExp(`(?<![A-Z0-9-])${key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![A-Z0-9-])`, "i").test(text);

const keysLeftOut = ({ ordered, planned }: PartsOfOrder): OpenIssue[] =>
  ordered.keys
    .filter((key) => !names(planned.text, key))
    .map((key) => ({ code: UNMET, detail: `${key}: no step of the plan is about it` }));

/**
 * Parts of an order that no step of its plan stands for, each with the reason: what agents refused, what the records stood against, and
 * what was left out without a word. A plan that was carried out to its last step has not done these.
 */
export function unplannedParts(parts: PartsOfOrder): OpenIssue[] {
  const dropped = parts.conflicts.filter(({ severity, code }) => severity === "refuse" && code !== "outside_intent");
  const told: OpenIssue[] = [
    ...parts.refusals.map(({ agent, code, detail }) => ({ code, detail, agent })),
    ...dropped.map(({ code, detail }) => ({ code, detail })),
    ...parts.missingAgents.map(({ agent, status }) => ({ code: `agent_${status}`, detail: `${agent} is ${status}`, agent })),
  ];
  // The deed of a step that was dropped is named by what stood against it.
  const deeds = dropped.length > 0 ? [] : deedsLeftOut(parts, new Set(told.map(({ agent }) => agent)));
  // An agent that refused or did not answer left its keys behind with the rest of its part.
  const keys = told.length > 0 || deeds.length > 0 ? [] : keysLeftOut(parts);
  const all = [...told, ...deeds, ...keys];
  return all.filter(({ code, detail }, at) => all.findIndex((other) => other.code === code && other.detail === detail) === at);
}
