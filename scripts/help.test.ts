import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const help = (command: string): string =>
  execFileSync(process.execPath, [join(ROOT, "scripts/run.mjs"), command, "--help"], {
    encoding: "utf8",
    timeout: 20_000,
    env: { PATH: process.env.PATH },
  });
// Settings for tests only; a person never needs them.
const FOR_TESTS = ["QM_TEST", "QM_FAULTS"];
const known = [...readFileSync(join(ROOT, "tools/launcher/src/config.ts"), "utf8").matchAll(/^ {2}((?:QM_|OPENAI_)[A-Z_]+):/gm)]
  .map(([, name = ""]) => name)
  .filter((name) => !FOR_TESTS.includes(name));

describe("the help of a start", () => {
  it.each(["start", "demo"])("names every setting of %s and ends well, before anything is built", (command) => {
    const words = help(command);
    expect(known.length).toBeGreaterThan(15);
    expect(known.filter((name) => !words.includes(`  ${name} `))).toEqual([]);
    expect(words).toContain("--fresh");
    expect(words).not.toContain("Building");
  });

  it.each([
    ["eval", "--requests"],
    ["attack", "--injections"],
  ])("says how %s is called, and ends well", (command, option) => {
    expect(help(command)).toContain(`npm run ${command} -- ${option} FILE.jsonl`);
  });

  it("says the same settings as the documentation", () => {
    const documented = [...readFileSync(join(ROOT, "docs/operations.md"), "utf8").matchAll(/^\| `((?:QM_|OPENAI_)[A-Z_]+)` \|/gm)];
    expect(documented.map(([, name]) => name).sort()).toEqual(known.toSorted());
  });
});
