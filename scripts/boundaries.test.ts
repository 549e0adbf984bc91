import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const workspace = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "qm-boundary-"));
  folders.push(folder);
  return folder;
};

/** What the linter, with the real rules, says of a file with this text at this path. */
const lint = (path: string, text: string): string => {
  const folder = workspace();
  cpSync(join(ROOT, "biome.json"), join(folder, "biome.json"));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const done = spawnSync(join(ROOT, "node_modules/.bin/biome"), ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  return done.stdout + done.stderr;
};

/** What it says of imports from each of these, all in one file. */
const lintImports = (path: string, from: readonly string[]): string =>
  lint(
    path,
    from.map((name, index) => `import { thing as thing${index} } from "${name}";\nexport const seen${index} = thing${index};\n`).join(""),
  );

const refusals = (said: string): number => said.split("lint/style/noRestrictedImports").length - 1;

/** What the compiler says of a workspace that has only the real configuration files and these sources. */
const compile = (service: string, sources: Record<string, string>): string => {
  const folder = workspace();
  for (const file of ["tsconfig.base.json", `services/${service}/tsconfig.json`]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const shared of ["node_modules", "libs"]) symlinkSync(join(ROOT, shared), join(folder, shared));
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return spawnSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", join(folder, "services", service), "--noEmit"], { encoding: "utf8" }).stdout;
};

describe("service boundaries", () => {
  it("a relative import into another service does not compile", () => {
    const said = compile("supply", {
      "services/supply/src/planted.ts": 'import { secret } from "../../transit/src/planted.ts";\nexport const seen = secret;\n',
      "services/transit/src/planted.ts": "export const secret = 1;\n",
    });
    expect(said).toMatch(/TS6059|TS6307/);
  });

  it("a service cannot be imported by name", () => {
    const said = compile("supply", {
      "services/supply/src/planted.ts": 'import { createApp } from "@quartermaster/transit";\nexport const seen = createApp;\n',
    });
    expect(said).toMatch(/TS2307/);
  });

  it("domain code may import neither adapters nor the database, the web or the bus", () => {
    const from = ["../adapters/postgres-supply-reads.ts", "pg", "fastify", "@nats-io/transport-node", "@quartermaster/shared/db"];
    expect(refusals(lintImports("services/supply/src/domain/planted.ts", from))).toBe(from.length);
  });

  it("execution code may import neither a model nor the agent's side", () => {
    const from = ["openai", "@quartermaster/agent/agent", "../agent/agent-definition.ts"];
    expect(refusals(lintImports("services/supply/src/execution/planted.ts", from))).toBe(from.length);
  });

  it("the merge may import neither clock, database nor bus", () => {
    const from = ["pg", "node:crypto", "@quartermaster/shared/bus", "@quartermaster/shared/db"];
    expect(refusals(lintImports("services/coordinator/src/merge/planted.ts", from))).toBe(from.length);
  });

  it("only the bus module talks to the bus client, and only configuration reads the environment", () => {
    expect(refusals(lintImports("services/supply/src/app.ts", ["@nats-io/transport-node"]))).toBe(1);
    expect(refusals(lintImports("libs/shared/src/bus/planted.ts", ["@nats-io/transport-node"]))).toBe(0);
    expect(lint("services/supply/src/app.ts", "export const seen = process.env.HOME;\n")).toMatch(/noProcessEnv/);
  });
});
