import type { Action } from "@quartermaster/shared/contracts";
import { createApi } from "./api.ts";
import { approvePending } from "./approve.ts";
import type { ExecutedEffect, Outcome, ReplyKind } from "./compare.ts";
import { inventedIn } from "./invented-in.ts";
import type { RequestView, TrajectoryView } from "./views.ts";
import type { EvalWorld } from "./world.ts";

const REQUESTER = "planner.anna";
const FINAL = new Set(["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"]);
const PATIENCE_MS = 180_000;

export interface RunOptions {
  baseUrl: string;
  world: EvalWorld;
  /** Worlds other than the shipped one travel with each tenant. */
  ownWorld: boolean;
}

export interface CaseRun {
  outcome: Outcome;
  /** Steps that were proposed and not executed. */
  leftOver: string[];
  status: string;
  modelCalls: number;
  tokens: number;
  ms: number;
}

const isSettled = (status: string): boolean => FINAL.has(status) || status === "awaiting_input" || status === "awaiting_approval";

function kindsOf(views: readonly RequestView[]): ReplyKind[] {
  const kinds = new Set<ReplyKind>();
  for (const view of views) {
    if (view.status === "superseded") continue;
    if (view.status === "awaiting_input" || view.questions.length > 0) kinds.add("ask");
    if (view.status === "refused" || view.refusal !== null) kinds.add("refuse");
    if (view.answer !== null && view.answer !== "") kinds.add("answer");
  }
  return kinds.size === 0 ? ["none"] : [...kinds];
}

function effectsOf(views: readonly RequestView[]): ExecutedEffect[] {
  const done = views.flatMap((view) => (view.plan?.steps ?? []).filter((step) => step.state === "succeeded" && step.receipt !== null));
  const unique = [...new Map(done.map((step) => [step.id, step])).values()];
  unique.sort((a, b) => Date.parse(a.receipt?.at ?? "") - Date.parse(b.receipt?.at ?? ""));
  return unique.map(({ id, agent, tool, args, approval }) => ({ stepId: id, agent, tool, args, approvals: approval?.required ?? 0 }));
}

function outcomeOf(views: readonly RequestView[], trajectories: readonly TrajectoryView[]): Outcome {
  const last = views.at(-1);
  const replies = views.flatMap((view) => [view.answer, ...view.questions.map((question) => question.text), view.refusal?.detail]);
  const conflicts = views.flatMap((view) => [...(view.plan?.conflicts ?? []), ...(view.conflicts ?? [])]).map((conflict) => conflict.code);
  return {
    route: [...new Set(views.flatMap((view) => Object.keys(view.agents)))],
    effects: effectsOf(views),
    conflicts: [...new Set([...conflicts, ...(last?.refusal ? [last.refusal.code] : [])])],
    kinds: kindsOf(views),
    invented: inventedIn(views, trajectories),
    reply: replies.filter((reply) => typeof reply === "string").join("\n"),
  };
}

/** Sends the turns (or the known steps) in a new tenant, approves everything at the end, and reads what came of it. */
export async function runCase(options: RunOptions, turns: readonly ({ text: string } | { actions: Action[] })[]): Promise<CaseRun> {
  const { baseUrl, world } = options;
  const began = Date.now();
  const made = await createApi(baseUrl, `demo-${REQUESTER}`).post<{ tenant?: string; detail?: string }>(
    "/v1/demo/tenants",
    options.ownWorld ? { world: world.raw } : {},
  );
  const tenant = made.body?.tenant;
  if (tenant === undefined) throw new Error(`no tenant could be made: ${made.status} ${made.body?.detail ?? ""}`);
  const planner = createApi(baseUrl, `demo-${REQUESTER}@${tenant}`);
  const ids: string[] = [];
  let threadId: string | undefined;
  const read = async (id: string, wait = ""): Promise<RequestView> => (await planner.get<RequestView>(`/v1/requests/${id}${wait}`)).body;
  for (const [index, turn] of turns.entries()) {
    const sent = await planner.post<RequestView & { detail?: string }>("/v1/requests", {
      ...turn,
      ...(threadId === undefined ? {} : { threadId }),
    });
    if (sent.status !== 202) throw new Error(`the request was not taken: ${sent.status} ${sent.body?.detail ?? ""}`);
    ids.push(sent.body.id);
    let view = sent.body;
    while (!isSettled(view.status) || (index === turns.length - 1 && view.status === "awaiting_approval")) {
      if (Date.now() - began > PATIENCE_MS) break;
      view = await read(sent.body.id, "?wait=2s");
      if (index === turns.length - 1) await approvePending(baseUrl, tenant, planner, new Set(ids), REQUESTER, world.users);
    }
    threadId = view.threadId;
  }
  const views = await Promise.all(ids.map((id) => read(id)));
  const trajectories = await Promise.all(ids.map((id) => planner.get<TrajectoryView>(`/v1/requests/${id}/trajectory`)));
  const steps = views.flatMap((view) => (view.status === "superseded" ? [] : (view.plan?.steps ?? [])));
  return {
    outcome: outcomeOf(
      views,
      trajectories.map(({ body }) => body),
    ),
    leftOver: steps.filter((step) => step.state !== "succeeded").map((step) => `${step.tool} (${step.state})`),
    status: views.map((view) => view.status).join(", "),
    modelCalls: views.reduce((sum, view) => sum + (view.usage?.modelCalls ?? 0), 0),
    tokens: views.reduce((sum, view) => sum + (view.usage?.promptTokens ?? 0) + (view.usage?.completionTokens ?? 0), 0),
    ms: Date.now() - began,
  };
}
