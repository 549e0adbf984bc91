import { fork } from "node:child_process";
import type { Args } from "./read-args.ts";

/** Runs a share of the seeds in each of several processes; gives the highest exit code. The first that fails ends the others. */
export async function runInParts(script: string, { seeds, from, workers }: Args): Promise<number> {
  const share = Math.ceil(seeds / workers);
  const starts = Array.from({ length: workers }, (_, index) => from + index * share).filter((start) => start < from + seeds);
  const children = starts.map((start) => {
    const count = Math.min(share, from + seeds - start);
    return fork(script, ["--seeds", String(count), "--from", String(start), "--workers", "1"], { execArgv: process.execArgv });
  });
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise<number>((resolve) => {
          child.on("exit", (code, signal) => {
            // A child that was ended because another failed says nothing of its own.
            if (code !== 0 && signal !== "SIGTERM") for (const other of children) if (other !== child) other.kill();
            resolve(signal === "SIGTERM" ? 0 : (code ?? 1));
          });
        }),
    ),
  );
  return Math.max(...codes);
}
