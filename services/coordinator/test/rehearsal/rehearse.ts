import {
  type Action,
  type AgentName,
  Brief,
  type Intent,
  type JsonObject,
  newId,
  type PlannedEntity,
  type Question,
  type Snapshot,
  type TaskResult,
  type ToolDescription,
} from "@quartermaster/shared/contracts";
import { exportControlAgent as exportAgent } from "../../../export/src/agent/agent-definition.ts";
import { supplyAgent } from "../../../supply/src/agent/agent-definition.ts";
import { transitAgent } from "../../../transit/src/agent/agent-definition.ts";
import { planIntentWaves } from "../../src/dispatch/plan-waves.ts";
import type { IntentInput } from "../../src/intent/intent-outcome.ts";
import { readIntent } from "../../src/intent/read-intent.ts";
import type { MergeInput, MergeOutcome } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import type { TaskPlan } from "../../src/requests/request-row.ts";
import { objections } from "../../src/results/collect-results.ts";
import { offlineCall, offlineModel } from "./offline-model.ts";
import { type OpenAgent, openAgent } from "./open-agent.ts";

/** What came of a request in words, up to the plan: nothing is approved or executed here. */
export interface Rehearsed {
  kind: "plan" | "ask" | "refuse" | "answer";
  steps: { stepId: string; agent: string; tool: string; args: JsonObject }[];
  conflicts: string[];
  route: string[];
  text: string;
  trace: string[];
}

export interface Rehearsal {
  seed(tenant: string, world: string, now: string): Promise<void>;
  run(tenant: string, now: string, turns: readonly string[]): Promise<Rehearsed>;
  drop(): Promise<void>;
}

interface Thread {
  history: IntentInput["history"];
  pending: IntentInput["pending"];
}

const DEFINITIONS = { supply: supplyAgent, transit: transitAgent, export: exportAgent };
const TOOLS = Object.entries(DEFINITIONS).flatMap(([agent, definition]) =>
  definition.tools.map((tool) => ({ agent, name: tool.name, effect: tool.effect }) as unknown as ToolDescription),
);
const MAX_ROUNDS = 9;

/** Opens the three agents with the offline model and the coordinator's own rules between them. */
export async function openRehearsal(): Promise<Rehearsal> {
  const agents: Record<AgentName, OpenAgent> = {
    supply: await openAgent(supplyAgent),
    transit: await openAgent(transitAgent),
    export: await openAgent(exportAgent),
  };

  const briefFor = (
    tenant: string,
    now: string,
    intent: Intent,
    goal: string,
    plan: TaskPlan,
    results: readonly TaskResult[],
    wave: number,
  ) =>
    Brief.parse({
      v: 1,
      briefId: newId("brf"),
      taskId: newId("tsk"),
      tenant,
      threadId: newId("thr"),
      requestId: newId("req"),
      agent: plan.agent,
      kind: plan.kind,
      requester: "planner.anna",
      language: intent.language,
      businessNow: now,
      goal: plan.kind === "work" ? goal : "",
      intent,
      facts: {
        planned: [...results.flatMap((result) => result.proposals.flatMap((proposal) => proposal.planned)), ...plan.planned]
          .filter((entity, index, all) => all.findIndex((other) => other.ref === entity.ref) === index)
          .slice(0, 50),
        results: [...plan.facts, ...results.flatMap((result) => result.snapshots)].slice(0, 100),
        fields: {},
      },
      calls: plan.calls,
      selectors: plan.selectors,
      wave,
      budget: { steps: 20, tokens: 400_000, costMicros: null, wallMs: 60_000 },
      deadlineAt: "2099-01-01T00:00:00.000Z",
      issuedAt: now,
    } satisfies Brief);

  async function runTurn(
    tenant: string,
    now: string,
    text: string,
    thread: Thread,
  ): Promise<Rehearsed & { intent: Intent | null; questions: Question[] }> {
    const outcome = await readIntent({
      text,
      language: null,
      threadFields: {},
      ...thread,
      roles: ["planner"],
      agents: ["supply", "transit", "export"],
      tools: TOOLS,
      businessNow: now,
      model: offlineCall,
    });
    const empty = { steps: [], conflicts: [], route: [], trace: [], intent: null, questions: [] };
    if (outcome.kind === "question")
      return { ...empty, kind: "ask", text: outcome.questions.map((q) => q.text).join("\n"), questions: outcome.questions };
    if (outcome.kind === "refusal") return { ...empty, kind: "refuse", text: outcome.detail, conflicts: [outcome.code] };
    const { intent, goal } = outcome;
    const results: TaskResult[] = [];
    const kinds: TaskPlan["kind"][] = [];
    const trace: string[] = [`intent ${intent.actionKinds.join(",")} → ${intent.agents.join(",")}`];
    const failedCalls: MergeInput["failedCalls"][number][] = [];
    const missingSnapshots: MergeInput["missingSnapshots"][number][] = [];
    const route = new Set<string>();
    let wave = 0;
    const runWave = async (plans: readonly TaskPlan[]) => {
      const before = [...results];
      for (const plan of plans) {
        route.add(plan.agent);
        const result = await agents[plan.agent].run(briefFor(tenant, now, intent, goal, plan, before, wave), offlineModel);
        results.push(result);
        kinds.push(plan.kind);
        trace.push(
          `${wave} ${plan.agent} ${plan.kind}: ${result.status} ${[
            ...result.reads.map((read) => `${read.tool}${JSON.stringify(read.args)}`),
            ...result.proposals.map((p) => `PROPOSE ${p.tool}${JSON.stringify(p.args)} ${p.findings.map((f) => f.code).join("/")}`),
            ...plan.calls.map((call) => `call ${call.tool}`),
          ].join(
            " | ",
          )} ${result.refusal ? `REFUSE ${result.refusal.code}: ${result.refusal.detail}` : ""}${result.questions.map((q) => `ASK ${q.text} [${q.options.map((o) => o.label).join("; ")}]`).join(" ")}`,
        );
        for (const error of result.callErrors) {
          const call = plan.calls[error.index] as Action;
          failedCalls.push({ agent: plan.agent, tool: call.tool, args: call.args as JsonObject, code: error.code, detail: error.detail });
        }
        for (const selector of plan.selectors)
          if (!result.snapshots.some((snapshot) => snapshot.id === selector.id && snapshot.kind === selector.kind))
            missingSnapshots.push(selector);
      }
      wave++;
    };
    const refusals = () => results.flatMap((r) => (r.refusal && r.status === "refused" ? [{ agent: r.agent, ...r.refusal }] : []));
    const done = (rest: Pick<Rehearsed, "kind" | "text"> & Partial<Rehearsed> & { questions?: Question[] }) => ({
      steps: [],
      conflicts: [],
      questions: [],
      ...rest,
      route: [...route],
      trace,
      intent,
    });
    const refused = () => {
      const all = refusals();
      return done({
        kind: "refuse",
        text: all.map((one) => `${one.code}: ${one.detail}`).join(" "),
        conflicts: all.map((one) => one.code),
      });
    };
    for (const plans of planIntentWaves(intent, TOOLS)) {
      await runWave(plans);
      const questions = results.flatMap((result) => (result.status === "question" ? result.questions : []));
      if (questions.length > 0 && objections({ refusals: refusals() }, intent).length === 0)
        return done({
          kind: "ask",
          text: questions.map((q) => `${q.text} [${q.options.map((o) => o.text).join("; ")}]`).join("\n"),
          questions,
        });
    }
    if (objections({ refusals: refusals() }, intent).length > 0) return refused();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const input: MergeInput = {
        tenant,
        requestId: "req_rehearsal",
        threadId: "thr_rehearsal",
        language: intent.language,
        businessNow: now,
        intent,
        words: goal,
        mode: "execute",
        acknowledge: outcome.acknowledges,
        again: outcome.again,
        proposals: results.flatMap((result) => result.proposals),
        reads: results.flatMap((result) => result.reads.map((read) => ({ agent: result.agent, ...read }))),
        snapshots: results.flatMap((result) => result.snapshots),
        failedCalls,
        missingSnapshots,
        missingAgents: [],
        openPlans: [],
        meaningHits: [],
        previousSteps: [],
        keptSteps: [],
        newId: (prefix) => newId(prefix),
      };
      const merged: MergeOutcome = mergeProposals(input);
      const codes = "conflicts" in merged ? merged.conflicts.map((conflict) => conflict.code) : [];
      if (merged.kind === "needs") {
        await runWave(
          [...new Set(merged.needs.map((need) => need.agent))].map((agent) => ({
            agent,
            kind: "actions" as const,
            calls: merged.needs.filter((need) => need.agent === agent),
            selectors: [],
            planned: merged.planned as PlannedEntity[],
            facts: merged.facts as Snapshot[],
          })),
        );
        continue;
      }
      if (merged.kind === "snapshots") {
        await runWave(
          [...new Set(merged.selectors.map((selector) => selector.domain))].map((agent) => ({
            agent,
            kind: "snapshot" as const,
            calls: [],
            selectors: merged.selectors.filter((selector) => selector.domain === agent),
            planned: [],
            facts: [],
          })),
        );
        continue;
      }
      if (merged.kind === "plan")
        return done({
          kind: "plan",
          text: "",
          steps: merged.steps.map(({ id, agent, tool, args }) => ({ stepId: id, agent, tool, args })),
          conflicts: codes,
        });
      if (merged.kind === "question")
        return done({
          kind: "ask",
          text: merged.questions.map((q) => `${q.text} [${q.options.map((o) => o.text).join("; ")}]`).join("\n"),
          conflicts: codes,
          questions: merged.questions,
        });
      if (merged.kind === "refusal") return done({ kind: "refuse", text: merged.detail, conflicts: [...codes, merged.code] });
      if (merged.kind === "incomplete") throw new Error(merged.detail);
      if (outcome.asks)
        return done({
          kind: "ask",
          text: outcome.asks.map((q) => q.text).join("\n"),
          questions: outcome.asks,
          conflicts: outcome.asks.map((q) => q.id),
        });
      if (refusals().length > 0 && intent.actionKinds.length > 0) return refused();
      return done({ kind: "answer", text: results.flatMap((result) => (result.answer === null ? [] : [result.answer])).join("\n") });
    }
    throw new Error("the merge made no progress");
  }

  return {
    async seed(tenant, world, now) {
      for (const agent of Object.values(agents)) await agent.seed(tenant, world, now);
    },
    async run(tenant, now, turns) {
      const thread: Thread = { history: [], pending: null };
      let last: Rehearsed | null = null;
      for (const text of turns) {
        const turn = await runTurn(tenant, now, text, thread);
        thread.history.push({ role: "user", text });
        const open = turn.kind === "ask" || turn.kind === "plan";
        thread.pending = open ? { questions: turn.questions, openRequest: { id: "req_1", text, intent: turn.intent } } : null;
        last = turn;
      }
      if (!last) throw new Error("a request needs a turn");
      return last;
    },
    async drop() {
      for (const agent of Object.values(agents)) await agent.drop();
    },
  };
}
