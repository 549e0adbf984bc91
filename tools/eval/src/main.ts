import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readArguments } from "./arguments.ts";
import { readCases } from "./cases.ts";
import { readHome } from "./config.ts";
import { evaluateCase, runnable } from "./evaluate.ts";
import { type CaseReport, toReport } from "./report.ts";
import { useStack } from "./stack.ts";
import { readWorld } from "./world.ts";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function run(): Promise<boolean> {
  const options = readArguments(process.argv.slice(2));
  const world = readWorld(JSON.parse(readFileSync(options.world ?? join(repository, "data/seed-world.json"), "utf8")));
  const only = options.only?.split(",");
  const cases = runnable(readCases(options.requests), options.mode).filter((one) => only === undefined || only.includes(one.id));
  const stack = await useStack(repository, readHome(process.env, repository), process.env);
  const reports: CaseReport[] = [];
  try {
    for (const one of cases) {
      const report = await evaluateCase(
        { baseUrl: stack.baseUrl, world, ownWorld: options.world !== undefined },
        one,
        options.mode,
        options.trials,
      );
      reports.push(report);
      say(
        `${report.pass ? "pass" : "FAIL"}  ${one.id}  ${report.replied}  ${(report.ms / 1000).toFixed(1)} s${report.pass ? "" : `\n      ${report.why.join("\n      ")}`}`,
      );
    }
  } finally {
    await stack.stop();
  }
  const result = toReport(reports);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  say(
    `\n${result.passed} of ${result.total} pass; ${result.unexpectedEffects} unexpected effects; ${result.modelCalls} model calls, ${(result.ms / 1000).toFixed(0)} s`,
  );
  return result.passed === result.total;
}

run().then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
