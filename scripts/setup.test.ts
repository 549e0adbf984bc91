import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("leaves a qm where npx finds it", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const setup = spawnSync(process.execPath, ["scripts/setup.mjs"], { cwd: root, encoding: "utf8", timeout: 110_000 });
  expect(setup.stderr).toBe("");
  const qm = spawnSync("npx", ["--no-install", "qm", "--help"], { cwd: root, encoding: "utf8", timeout: 25_000 });
  expect(qm.stdout).toContain("usage: qm verify LEDGER.jsonl");
  expect(qm.status).toBe(0);
}, 150_000);
