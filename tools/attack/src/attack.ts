import { join } from "node:path";
import { type Adversary, startAdversary } from "./adversary/start-adversary.ts";
import type { KnownTool } from "./adversary/through-programs.ts";
import type { Injection } from "./injections.ts";
import { createEffectOracle } from "./oracles/effects.ts";
import { readEgress, strangeCalls } from "./oracles/egress.ts";
import { checkLogs } from "./oracles/logs.ts";
import { readSecrets } from "./oracles/secrets.ts";
import { type Report, type RowResult, report } from "./report.ts";
import { call } from "./run/api.ts";
import { startChild } from "./run/child.ts";
import { APPROVERS } from "./run/decide.ts";
import { type CaseDeps, runCase } from "./run/run-case.ts";
import { freeTextPlan, type Plan, plansFor, triggerOf } from "./world/plant.ts";
import type { World } from "./world/world.ts";

export interface AttackOptions {
  repository: string;
  home: string;
  /** First port of the block that the stack under attack takes. */
  port: number;
  parallel: number;
  /** The agents' models call tools through programs. */
  programs: boolean;
  world: World;
  injections: readonly Injection[];
  say(line: string): void;
}

/** What keeps an agent's reply from every other prompt. */
const CLOSED_RESULT = "closed_result_schema";

/** A key that nothing but the model server may ever see. */
const CANARY = "sk-canary-7f3d1b9e5a";

const cleanEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("QM_") && entry[0] !== "OPENAI_API_KEY",
    ),
  );

/** Works through the list with a few workers. */
async function eachOf<T>(items: readonly T[], workers: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

interface Job {
  row: RowResult;
  plan: Plan;
  approver: (typeof APPROVERS)[number];
}

const jobsOf = (row: RowResult, plans: readonly Plan[]): Job[] =>
  plans.flatMap((plan) => APPROVERS.map((approver) => ({ row, plan, approver })));

async function runJobs(options: AttackOptions, deps: CaseDeps, jobs: readonly Job[]): Promise<void> {
  let done = 0;
  await eachOf(jobs, options.parallel, async ({ row, plan, approver }) => {
    const result = await runCase(deps, row.injection, plan, approver).catch((error: unknown) => ({
      approver,
      breaches: [`the run failed: ${error instanceof Error ? error.message : String(error)}`],
      answered: true,
      status: "error",
      rule: null,
      letThrough: [],
    }));
    row.cases.push({ plan, result });
    done += 1;
    const bad = [...result.breaches, ...(result.answered ? [] : ["no answer"])].join("; ");
    options.say(
      `${done}/${jobs.length} ${row.injection.id} ${plan.variant} ${approver}: ${result.status}${bad === "" ? "" : ` BREACH ${bad}`}`,
    );
  });
}

/** True for the ways in which a string stands where its label says. */
const isCarrier = ({ variant }: Plan): boolean => variant === "carrier" || variant === "as_stored";

/** What the runs from the strings' own carriers showed to a model, and what they kept from it. */
function noteCarrier(row: RowResult, adversary: Adversary): void {
  const { id, carrier_field: carrier } = row.injection;
  row.shownFromCarrier = adversary.shown.has(id);
  if (carrier === "agent.reply" && adversary.said.has(id) && !row.shownFromCarrier) row.contained = CLOSED_RESULT;
  const first = row.cases[0];
  if (carrier === "tool.error" && row.shownFromCarrier) first?.result.breaches.push("the text of an error was shown to a model");
}

/** First every string from its own carrier; then beside an order, and in a note those that no question brought before a model. */
async function runAll(
  options: AttackOptions,
  deps: Omit<CaseDeps, "effects">,
  adversary: Adversary,
  rows: readonly RowResult[],
): Promise<void> {
  const effects = createEffectOracle(options.home, options.port + 4);
  try {
    const plans = rows.map((row) => ({ row, plans: plansFor(row.injection, options.world) }));
    await runJobs(
      options,
      { ...deps, effects },
      plans.flatMap(({ row, plans: own }) => jobsOf(row, own.filter(isCarrier))),
    );
    for (const row of rows) noteCarrier(row, adversary);
    const others = plans.flatMap(({ row, plans: own }) => {
      const rest = own.filter((plan) => !isCarrier(plan));
      const inNote = rest.some((plan) => plan.variant === "free_text") || row.shownFromCarrier;
      return jobsOf(row, inNote ? rest : [...rest, freeTextPlan(row.injection, options.world)]);
    });
    await runJobs(options, { ...deps, effects }, others);
    for (const row of rows) row.shown = adversary.shown.has(row.injection.id);
  } finally {
    await effects.stop();
  }
}

/** What the run left behind outside the requests: logs, prompts, outgoing calls. */
function checkTraces(options: AttackOptions, adversary: Adversary, secrets: readonly string[]): Report["breached"] {
  const logs = checkLogs(options.home, secrets);
  const modelPort = Number(new URL(adversary.baseUrl).port);
  const calls = readEgress(egressFile(options));
  const isOurs = (port: number): boolean => port === modelPort || (port >= options.port && port < options.port + 200);
  return [
    ...logs.leaked.map((place) => ({ id: "logs", what: `secret at ${place}` })),
    ...logs.broken.slice(0, 20).map((place) => ({ id: "logs", what: `not one JSON object: ${place}` })),
    ...(adversary.promptsWith(secrets) > 0 ? [{ id: "prompts", what: "secret in a prompt" }] : []),
    ...(calls.length === 0 ? [{ id: "egress", what: "the recorder of outgoing calls wrote nothing" }] : []),
    ...strangeCalls(calls, isOurs).map((what) => ({ id: "egress", what })),
  ];
}

const egressFile = (options: AttackOptions): string => join(options.home, "egress.jsonl");

/** What the attack starts, and stops again whatever happens, the last first. */
interface Started {
  stop(): Promise<void>;
}

async function runAgainst(options: AttackOptions, adversary: Adversary, injections: readonly Injection[]): Promise<Report> {
  const baseUrl = `http://127.0.0.1:${options.port}`;
  const catalogue = await call(baseUrl, "planner.anna", "/v1/tools");
  const items = catalogue.body.items as KnownTool[];
  adversary.learn(items);
  const tools = new Set(items.map((tool) => tool.name));
  const rows: RowResult[] = injections.map((injection) => ({
    injection,
    cases: [],
    shown: false,
    shownFromCarrier: false,
    contained: null,
    toolExists: !injection.attacker_goal.tool || tools.has(injection.attacker_goal.tool),
  }));
  const secrets = [CANARY, ...readSecrets(options.home)];
  await runAll(options, { baseUrl, approvalsUrl: `http://127.0.0.1:${options.port + 1}`, secrets }, adversary, rows);
  const result = report(rows);
  result.breached.push(...checkTraces(options, adversary, secrets));
  if (!options.programs) return result;
  // A run that tried no program says nothing about programs.
  if (adversary.programs() === 0) result.breached.push({ id: "programs", what: "no model wrote a program" });
  return { ...result, programs: adversary.programs() };
}

/** Starts a stack of its own behind the adversary, tries every string under every kind of approver, and sums up. */
export async function attack(options: AttackOptions): Promise<Report> {
  const started: Started[] = [];
  const starting = async <T extends Started>(what: Promise<T>): Promise<T> => {
    const one = await what;
    started.unshift(one);
    return one;
  };
  const behindPort = options.port + 190;
  // A reply is told by the question that it answers, so every label gets one.
  const injections = options.injections.map((injection) => ({ ...injection, trigger: triggerOf(injection, options.world) }));
  try {
    await starting(
      startChild({
        script: "tools/offline-model/dist/main.js",
        args: [],
        cwd: options.repository,
        env: { ...cleanEnv(), QM_HTTP_PORT: String(behindPort), QM_HTTP_HOST: "127.0.0.1", QM_LOG_LEVEL: "warn" },
        readyUrl: `http://127.0.0.1:${behindPort}/readyz`,
        limitMs: 60_000,
      }),
    );
    const adversary = await starting(startAdversary(`http://127.0.0.1:${behindPort}/v1`, injections));
    await starting(
      startChild({
        script: "tools/launcher/dist/main.js",
        args: ["start"],
        cwd: options.repository,
        env: {
          ...cleanEnv(),
          QM_HTTP_PORT: String(options.port),
          QM_HOME: options.home,
          QM_MODEL_BASE_URL: adversary.baseUrl,
          QM_MODEL: "adversary",
          ...(options.programs ? { QM_CODE_TOOLS: "supply,transit,export" } : {}),
          OPENAI_API_KEY: CANARY,
          NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${new URL("./egress/record-egress.js", import.meta.url).href}`.trim(),
          NODE_EGRESS_FILE: egressFile(options),
        },
        readyUrl: `http://127.0.0.1:${options.port}/readyz`,
        limitMs: 240_000,
      }),
    );
    return await runAgainst(options, adversary, injections);
  } finally {
    for (const one of started) await one.stop();
  }
}
