import { readArgs } from "./read-args.ts";
import { runInParts } from "./run-in-parts.ts";
import { simulate } from "./simulate.ts";

const PROGRESS_MS = 5_000;

async function main(): Promise<number> {
  const args = readArgs(process.argv.slice(2));
  const { seeds, from, trace } = args;
  if (args.workers > 1 && seeds > 1 && !trace) return await runInParts(process.argv[1] as string, args);
  const startedAt = Date.now();
  const totals = { moves: 0, decisions: 0, grants: 0, virtualMs: 0 };
  let toldAt = startedAt;
  for (let seed = from; seed < from + seeds; seed++) {
    const outcome = await simulate(seed);
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += outcome.counts[name];
    if (outcome.violations.length > 0 || trace) for (const line of outcome.trace) console.log(line);
    if (outcome.violations.length > 0) {
      for (const violation of outcome.violations) console.log(`VIOLATED ${violation}`);
      console.log(`\nseed ${seed} failed; again with: npm run simulate -- --seeds 1 --from ${seed}`);
      return 1;
    }
    if (Date.now() - toldAt < PROGRESS_MS) continue;
    toldAt = Date.now();
    const done = seed - from + 1;
    console.log(`${done} of ${seeds} seeds from ${from}, ${((toldAt - startedAt) / done).toFixed(1)} ms each`);
  }
  const seconds = (Date.now() - startedAt) / 1000;
  console.log(`${seeds} seeds from ${from} without a violation in ${seconds.toFixed(1)} s`);
  console.log(
    `${totals.decisions} decisions, ${totals.grants} grants, ${totals.moves} moves in ${(totals.virtualMs / 3_600_000).toFixed(0)} simulated hours`,
  );
  return 0;
}

process.exitCode = await main();
