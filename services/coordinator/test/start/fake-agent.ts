import { AgentCard } from "@a2a-js/sdk";
import { buildCard, cardDigest, signCard } from "@quartermaster/agent/a2a";
import type { Bus, BusMessage } from "@quartermaster/shared/bus";
import {
  type AgentName,
  type Brief,
  newId,
  type Proposal,
  STREAMS,
  subjects,
  type TaskResult,
  type ToolDescription,
} from "@quartermaster/shared/contracts";
import { contentHash, type Signed, type Signer } from "@quartermaster/shared/signing";

export type Work = (brief: Brief) => Partial<TaskResult> | Promise<Partial<TaskResult>>;

/** Makes a complete, signed-ready result from the parts that a test cares about. */
export function aResult(brief: Brief, parts: Partial<TaskResult> = {}): TaskResult {
  return {
    v: 1,
    taskId: brief.taskId,
    agent: brief.agent,
    owner: "owner",
    sequence: 1,
    status: "ok",
    stopReason: "final",
    proposals: [],
    reads: [],
    snapshots: [],
    answer: null,
    answerFacts: [],
    questions: [],
    refusal: null,
    callErrors: [],
    tainted: false,
    taintSources: [],
    usage: { modelCalls: 0, promptTokens: 0, completionTokens: 0, cost: null, estimated: false },
    language: brief.language,
    agentVersion: "1.0.0",
    toolsetHash: contentHash("tools"),
    promptHash: contentHash("prompt"),
    finishedAt: new Date().toISOString(),
    ...parts,
  };
}

export function aProposal(agent: AgentName, tool: string, parts: Partial<Proposal>): Proposal {
  return {
    id: newId("prp"),
    agent,
    tool,
    toolVersion: 1,
    schemaHash: contentHash(tool),
    args: {},
    ref: "p1",
    after: [],
    guards: [],
    evidence: [],
    outputs: [],
    requires: [],
    meaning: {},
    findings: [],
    origins: {},
    tainted: false,
    taintSources: [],
    eager: false,
    inverse: null,
    planned: [],
    note: null,
    ...parts,
  };
}

export function aTool(agent: AgentName, name: string, effect: "read" | "propose", parts: Partial<ToolDescription> = {}): ToolDescription {
  return {
    name,
    agent,
    effect,
    version: 1,
    schemaHash: contentHash(name),
    description: name,
    parameters: { type: "object" },
    outputs: [],
    refable: [],
    eager: false,
    inverse: null,
    ...parts,
  };
}

export interface FakeAgent {
  briefs: Brief[];
  stop(): Promise<void>;
}

const frame = (result: Signed<TaskResult>, brief: Brief) => ({
  task: {
    id: brief.taskId,
    contextId: brief.threadId,
    status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
    artifacts: [{ artifactId: "result", parts: [{ data: { result } }] }],
  },
});

/** A signed card with the agent's tools, and its digest. */
export async function aCard(agent: string, tools: ToolDescription[], signer: Signer) {
  const url = "http://127.0.0.1:1/a2a/jsonrpc";
  const card = await signCard(buildCard({ name: agent, description: agent, version: "1.0.0", skills: [], url, tools }), signer);
  return { card: AgentCard.toJSON(card), digest: cardDigest(card) };
}

/** An agent that answers every brief as the test says, over the real bus with its own key. */
export async function startFakeAgent(options: {
  bus: Bus;
  signer: Signer;
  agent: AgentName;
  tools: ToolDescription[];
  work: Work;
}): Promise<FakeAgent> {
  const { bus, signer, agent } = options;
  const briefs: Brief[] = [];
  const instance = newId("ins");
  const { card, digest } = await aCard(agent, options.tools, signer);
  const presence = {
    agent,
    instance,
    state: "ready",
    inflight: 0,
    cardDigest: digest,
    url: "http://127.0.0.1:1",
    at: new Date().toISOString(),
  };
  const beat = () => bus.publishCore(subjects.presence(agent, instance), JSON.stringify(presence));
  const rpc = bus.subscribe(subjects.rpc(agent), (message) => {
    const call = JSON.parse(message.body) as { id: string };
    message.respond?.(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: { tools: options.tools, card } }));
  });
  const handle = async (message: BusMessage) => {
    const body = JSON.parse(message.body) as { params: { message: { parts: { data: { brief: Signed<Brief> } }[] } } };
    const brief = body.params.message.parts[0]?.data.brief.body as Brief;
    briefs.push(brief);
    const result = signer.sign("result", aResult(brief, await options.work(brief)));
    await bus.publish(subjects.result(agent, brief.tenant, brief.taskId), JSON.stringify(frame(result, brief)), {
      msgId: `res:${brief.taskId}:${briefs.length}`,
    });
  };
  const consumer = await bus.consumeTasks(STREAMS.tasks, agent, handle, { slots: 4 });
  beat();
  const timer = setInterval(beat, 500);
  return {
    briefs,
    async stop() {
      clearInterval(timer);
      await rpc.stop();
      await consumer.stop(100);
    },
  };
}
