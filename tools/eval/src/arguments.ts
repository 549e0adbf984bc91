import { parseArgs } from "node:util";
import { z } from "zod";

const Options = z.object({
  requests: z.string(),
  world: z.string().optional(),
  mode: z.enum(["words", "structured"]).default("words"),
  trials: z.coerce.number().int().min(1).max(50).default(1),
  json: z.string().optional(),
  only: z.string().optional(),
});
export type EvalOptions = z.infer<typeof Options>;

export const USAGE =
  "npm run eval -- --requests FILE.jsonl [--world FILE.json] [--mode words|structured] [--trials N] [--json OUT] [--only ID,ID]";

/** Reads the command line. @throws Error with the usage when something is missing. */
export function readArguments(argv: readonly string[]): EvalOptions {
  const text = { type: "string" as const };
  const { values } = parseArgs({
    args: [...argv],
    options: { requests: text, world: text, mode: text, trials: text, json: text, only: text },
    strict: true,
  });
  const parsed = Options.safeParse(values);
  if (!parsed.success) throw new Error(`usage: ${USAGE}`);
  return parsed.data;
}
