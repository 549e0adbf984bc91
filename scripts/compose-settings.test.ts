import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const text = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");
const filesOf = (folder: string): string[] =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

/** Names of the settings that the schemas in these sources read. */
function readBy(paths: readonly string[]): string[] {
  const schema = /^\s*(QM_[A-Z_]+|OPENAI_API_KEY): ?(?:z$|z\.|port\(|flag\(|secretString\(|certificateFile\(|[a-z]\w*Setting\()/gm;
  return [...new Set(paths.flatMap((path) => [...text(path).matchAll(schema)].map((match) => match[1] ?? "")))].sort();
}

interface Compose {
  services: Record<string, { environment?: Record<string, string | null> }>;
}
const compose = parse(text("docker-compose.yml"), { merge: true }) as Compose;
const passedTo = (service: string): string[] =>
  Object.keys(compose.services[service]?.environment ?? {}).map((name) => name.replace(/^(QM_(?:EVENTS_)?DATABASE_URL)_FILE$/, "$1"));

const AGENT = ["libs/agent/src/service/agent-config.ts"];
const EXECUTOR = [...filesOf("libs/executor/src/service"), "libs/events/src/events-config.ts"];
const READERS: Record<string, readonly string[]> = {
  coordinator: filesOf("services/coordinator/src"),
  approvals: filesOf("services/approvals/src"),
  supply: AGENT,
  transit: AGENT,
  export: AGENT,
  "supply-executor": EXECUTOR,
  "transit-executor": EXECUTOR,
  "export-executor": EXECUTOR,
};

/** Not passed on, with the reason. */
const EVERYWHERE: Record<string, string> = {
  QM_INSTANCE: "every replica makes its own",
  QM_TEST: "faults are for tests",
  QM_FAULT: "faults are for tests",
};
const OF_EXECUTORS: Record<string, string> = {
  QM_PUBLIC_URL: "nobody outside calls an executor",
  QM_OIDC_ISSUER: "an executor has no way to an identity provider, and its port is not published",
  QM_OIDC_AUDIENCE: "as QM_OIDC_ISSUER",
};
/** `QM_SYSTEM…` of an executor: its system needs a network of its own, so whoever connects one adds both in a file beside this one. */
const isLeftOut = (service: string, name: string): boolean =>
  name in EVERYWHERE ||
  (service.endsWith("-executor") && (name in OF_EXECUTORS || name.startsWith("QM_SYSTEM"))) ||
  (service === "approvals" && name === "QM_PUBLIC_URL");

describe("the containers", () => {
  it.each(Object.keys(READERS))("%s is passed every setting that it reads", (service) => {
    const read = readBy(READERS[service] ?? []);
    expect(read).toContain("QM_LOG_LEVEL");
    expect(read.filter((name) => !isLeftOut(service, name) && !passedTo(service).includes(name))).toEqual([]);
  });

  it.each(Object.keys(READERS))("%s is passed nothing that it would refuse", (service) => {
    const read = readBy(READERS[service] ?? []);
    expect(passedTo(service).filter((name) => !read.includes(name))).toEqual([]);
  });
});
