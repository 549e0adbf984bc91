import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { attack } from "./attack.ts";
import { readInjections } from "./injections.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const { values } = parseArgs({
  options: {
    injections: { type: "string" },
    json: { type: "string" },
    // Below the range that the system hands out for outgoing connections, one of which may hold a port of the block.
    port: { type: "string", default: "26000" },
    parallel: { type: "string", default: "4" },
    only: { type: "string" },
    programs: { type: "boolean", default: false },
  },
});

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
if (!values.injections) {
  process.stderr.write("usage: npm run attack -- --injections FILE.jsonl [--json OUT] [--only ID,ID] [--programs]\n");
  process.exit(2);
}
const only = values.only?.split(",");
const injections = readInjections(resolve(values.injections)).filter((injection) => only === undefined || only.includes(injection.id));
const home = mkdtempSync(join(tmpdir(), "qm-attack-"));
try {
  const result = await attack({
    repository,
    home,
    port: Number(values.port),
    parallel: Number(values.parallel),
    programs: values.programs,
    world: JSON.parse(readFileSync(join(repository, "data", "seed-world.json"), "utf8")),
    injections,
    say,
  });
  if (values.json) writeFileSync(resolve(values.json), `${JSON.stringify(result, null, 2)}\n`);
  say(JSON.stringify(result, null, 2));
  process.exitCode = result.held === result.total && result.breached.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
