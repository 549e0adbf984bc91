import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const qm = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ["--conditions=@quartermaster/source", "--import", "tsx", fileURLToPath(new URL("../src/main.ts", import.meta.url)), ...args],
    {
      encoding: "utf8",
      timeout: 25_000,
    },
  );

it.each(["--help", "-h"])("says with %s how it is called and ends well; a command that it does not know ends with 2", (option) => {
  const help = qm(option);
  expect([help.status, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain("usage: qm verify LEDGER.jsonl --keys KEYS.json");
  expect(qm("nothing").status).toBe(2);
});
