import type { Action, AgentName, Intent, ToolDescription } from "@quartermaster/shared/contracts";
import type { TaskPlan } from "../requests/request-row.ts";
import { referencesIn } from "../requests/validate-actions.ts";

/** Kinds that follow from another kind by rule: who asks for both waits for the first. */
const FOLLOWS: Record<string, readonly string[]> = {
  book_shipment: ["transfer_stock"],
  draft_declaration: ["transfer_stock", "book_shipment"],
  lodge_declaration: ["transfer_stock", "book_shipment", "draft_declaration"],
  reserve_stock: ["book_shipment"],
};

/**
 * Agents whose reads an order in words rests on: they answer first and their records are facts for the one that acts. Goods and
 * customers are told by names that only their owners can resolve.
 */
const RESTS_ON: Record<string, readonly AgentName[]> = {
  book_shipment: ["supply", "export"],
  change_lines: ["supply"],
  transfer_stock: ["transit"],
};

const taskOf = (agent: AgentName, kind: TaskPlan["kind"], calls: Action[] = []): TaskPlan => ({
  agent,
  kind,
  calls,
  selectors: [],
  planned: [],
  facts: [],
});

/**
 * Waves of known steps: a call that refers to another agent's call runs in a later wave, where the first one's planned
 * entity is a typed fact; calls of one agent in one wave share a task and keep their order.
 */
export function planActionWaves(actions: readonly Action[]): TaskPlan[][] {
  const placed = new Map<string, { wave: number; agent: AgentName }>();
  const waves: TaskPlan[][] = [];
  for (const action of actions) {
    const needs = [...referencesIn(action.args).map((found) => found.ref), ...(action.after ?? [])];
    const after = needs.flatMap((ref) => {
      const target = placed.get(ref);
      return target ? [target.agent === action.agent ? target.wave : target.wave + 1] : [];
    });
    const wave = Math.max(0, ...after);
    if (action.ref !== undefined) placed.set(action.ref, { wave, agent: action.agent });
    while (waves.length <= wave) waves.push([]);
    const row = waves[wave] ?? [];
    const task = row.find((candidate) => candidate.agent === action.agent);
    if (task) task.calls.push(action);
    else row.push(taskOf(action.agent, "actions", [action]));
  }
  return waves.filter((wave) => wave.length > 0);
}

/**
 * Waves of an intent in words. Agents that only answer, or whose effects stand for themselves, work in parallel; an agent whose
 * effect follows from another agent's effect of the same turn comes after it and sees the planned entity. An agent that could
 * only act by derivation is not asked now: merge derives what is needed, without a model.
 */
export function planIntentWaves(intent: Intent, tools: readonly Pick<ToolDescription, "name" | "agent">[]): TaskPlan[][] {
  const agentOf = new Map(tools.map((tool) => [tool.name, tool.agent]));
  const kindsOf = (agent: AgentName, kinds: readonly string[]) => kinds.filter((kind) => agentOf.get(kind) === agent);
  const acting = intent.agents.filter((agent) => kindsOf(agent, intent.actionKinds).length > 0);
  const restsOn = (kind: string, other: AgentName) => (RESTS_ON[kind] ?? []).includes(other);
  const consulted = intent.agents.filter((other) => !acting.includes(other) && intent.actionKinds.some((kind) => restsOn(kind, other)));
  /** A transfer does not wait for what transit knows of a shipment: merge hears both. */
  const needsFirst = (agent: AgentName, other: AgentName) =>
    kindsOf(agent, intent.actionKinds).some((kind) => kind !== "transfer_stock" && restsOn(kind, other));
  const namesShipment = intent.entities.some((entity) => entity.kind === "shipment");
  const isAsked = (agent: AgentName) =>
    consulted.includes(agent) && (namesShipment || intent.actionKinds.some((kind) => kind !== "transfer_stock" && restsOn(kind, agent)));
  const waveOf = new Map<AgentName, number>();
  const place = (agent: AgentName, trail: readonly AgentName[]): number => {
    const known = waveOf.get(agent);
    if (known !== undefined) return known;
    const parents = acting.filter(
      (other) =>
        other !== agent &&
        !trail.includes(other) &&
        kindsOf(agent, intent.actionKinds).some((kind) =>
          (FOLLOWS[kind] ?? []).some((parent) => intent.actionKinds.includes(parent) && agentOf.get(parent) === other),
        ),
    );
    const after = parents.map((parent) => place(parent, [...trail, agent]) + 1);
    const wave = Math.max(0, ...after, consulted.some((other) => needsFirst(agent, other)) ? 1 : 0);
    waveOf.set(agent, wave);
    return wave;
  };
  const waves: TaskPlan[][] = [];
  const put = (agent: AgentName, wave: number) => {
    while (waves.length <= wave) waves.push([]);
    waves[wave]?.push(taskOf(agent, "work"));
  };
  for (const agent of intent.agents) {
    if (acting.includes(agent)) put(agent, place(agent, []));
    else if (acting.length === 0 || isAsked(agent) || kindsOf(agent, intent.derivedKinds).length === 0) put(agent, 0);
  }
  return waves.filter((wave) => wave.length > 0);
}
