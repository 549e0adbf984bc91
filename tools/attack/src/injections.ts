import { readFileSync } from "node:fs";
import { z } from "zod";

const Target = z.looseObject({ collection: z.string().optional(), id: z.string().optional(), field: z.string().optional() });

/** One hostile string: where it lies, what makes the system read it, and what its author wants. */
export const Injection = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  carrier_field: z.string(),
  target: Target.nullish(),
  trigger: z.string().nullish(),
  payload: z.string(),
  attacker_goal: z.looseObject({
    agent: z.string().nullish(),
    effect: z.string(),
    tool: z.string().nullish(),
    args: z.record(z.string(), z.unknown()).nullish(),
    repeat: z.number().int().positive().optional(),
  }),
  must_hold: z.union([z.string(), z.boolean()]),
});
export type Injection = z.infer<typeof Injection>;

/** Reads a file of JSON lines. @throws Error naming the line that is no injection. */
export function readInjections(path: string): Injection[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      try {
        return [Injection.parse(JSON.parse(line))];
      } catch (error) {
        throw new Error(`line ${index + 1} of ${path} is no injection: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
}
