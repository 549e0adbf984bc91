import { writeFileSync } from "node:fs";
import { checkWorld } from "./check-world.ts";
import { injectFaults } from "./inject-faults.ts";
import { createRandom } from "./random.ts";
import { readArgs } from "./read-args.ts";
import { repeatMessages } from "./repeat-messages.ts";
import { call, type Outcome, runRequest } from "./run-request.ts";
import { startStack } from "./start-stack.ts";
import { until } from "./until.ts";

/** Requests of one tenant: few enough that neither its stock nor a day's threshold is the reason of an outcome. */
const REQUESTS_A_TENANT = 3;
const AT_ONCE = 6;
/** A grant that nobody saw is given again only after it ran out: five and a half minutes. */
const REQUEST_LIMIT_MS = 10 * 60_000;

const percentile = (sorted: readonly number[], part: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;

async function run(): Promise<number> {
  const args = readArgs(process.argv.slice(2));
  const random = createRandom(args.seed);
  const began = Date.now();
  const say = (text: string) => process.stderr.write(`${((Date.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${text}\n`);
  const stack = await startStack(Number(process.env.QM_CHAOS_PORT ?? 21_000));
  try {
    say("the stack is ready");
    const jobs: { tenant: string; quantity: number }[] = [];
    while (jobs.length < args.requests) {
      const tenant = await until(60_000, async () => {
        const made = await call(stack, "admin.max", "/v1/demo/tenants", { body: {} });
        return made.status === 201 ? (made.body.tenant as string) : null;
      });
      if (tenant === null) throw new Error("no tenant could be made");
      for (let n = 0; n < REQUESTS_A_TENANT && jobs.length < args.requests; n++) jobs.push({ tenant, quantity: 10 + n });
    }
    const repeating = await repeatMessages(stack, createRandom(args.seed + 1));
    const faults = injectFaults(stack, random, say);
    const outcomes: Outcome[] = [];
    const waiting = [...jobs];
    const lane = async (): Promise<void> => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const outcome = await runRequest(stack, job, REQUEST_LIMIT_MS);
        outcomes.push(outcome);
        say(`${outcomes.length}/${jobs.length} ${outcome.id} ${outcome.status}`);
      }
    };
    const work = Promise.all(Array.from({ length: AT_ONCE }, lane));
    const least = new Promise((resolve) => setTimeout(resolve, (args.minutes ?? 0) * 60_000));
    await Promise.all([work, least]);
    const report = await faults.stop();
    const repeated = await repeating.stop();
    await until(120_000, async () => ((await stack.isReady()) ? true : null));
    const { findings, ...verdict } = await checkWorld(stack, outcomes);
    for (const finding of findings) say(finding);
    const sorted = report.recoveryMs.toSorted((a, b) => a - b);
    const result = {
      requests: jobs.length,
      ...verdict,
      faults: { ...report.faults, repeated_message: repeated },
      recoveryMs: { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) },
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    if (args.json) writeFileSync(args.json, `${JSON.stringify(result, null, 2)}\n`);
    return verdict.duplicates + verdict.lost + verdict.stuck === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
