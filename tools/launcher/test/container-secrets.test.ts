import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSigner, loadVerifier, PrivateKeyFile, readSealRing } from "@quartermaster/shared/signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revoke, rotate } from "../../qm/src/manage-keys.ts";
import { readSecretsConfig } from "../src/compose/config.ts";
import { prepareSecrets } from "../src/compose/prepare-secrets.ts";

const DOMAINS = ["supply", "transit", "export"];
const ROLES = [
  ...DOMAINS,
  ...DOMAINS.map((name) => `${name}-executor`),
  "coordinator",
  "approvals",
  "bootstrap",
  "migrate",
  "nats",
  "postgres",
];
const folder = mkdtempSync(join(tmpdir(), "qm-volumes-"));
const demo = readSecretsConfig({ QM_VOLUMES: folder, QM_DEMO: "1" });
const read = (role: string, name: string): string => readFileSync(join(folder, role, name), "utf8");
const contents = (role: string): string =>
  readdirSync(join(folder, role))
    .map((name) => read(role, name))
    .join("\n");
const passwordIn = (url: string): string => new URL(url).password;

beforeAll(() => {
  for (const role of [...ROLES, "seed", "prepare"]) mkdirSync(join(folder, role));
  prepareSecrets(demo);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the secrets of the containers", () => {
  it("give an agent the read-only login of its own database and nothing of its executor", () => {
    for (const domain of DOMAINS) {
      const [agent, executor] = [read(domain, "database-url"), read(`${domain}-executor`, "database-url")];
      expect(new URL(agent).username).toBe(`qm_${domain}_agent`);
      expect(new URL(executor).username).toBe(`qm_${domain}_executor`);
      const events = read(`${domain}-executor`, "events-database-url");
      expect(new URL(events).username).toBe(`qm_${domain}_events`);
      expect(contents(domain)).not.toContain(passwordIn(events));
      for (const name of ["nats.nk", "signing.key.json"]) expect(contents(domain)).not.toContain(read(`${domain}-executor`, name));
      expect(contents(domain)).not.toContain(passwordIn(executor));
    }
  });

  it("keep every login and private key to one role", () => {
    for (const role of ROLES.filter((name) => !["migrate", "postgres", "nats"].includes(name))) {
      const others = ROLES.filter((name) => name !== role && name !== "migrate");
      const secrets = readdirSync(join(folder, role)).filter((name) => ["nats.nk", "signing.key.json"].includes(name));
      for (const other of others) for (const name of secrets) expect(contents(other)).not.toContain(read(role, name));
    }
  });

  it("give the ring that seals secrets to approvals alone, and leave it as it is", () => {
    const ring = read("approvals", "seal.json");
    const [key] = readSealRing(join(folder, "approvals", "seal.json")).keys;
    for (const other of ROLES.filter((name) => name !== "approvals")) expect(contents(other)).not.toContain(key?.key);
    prepareSecrets(demo);
    expect(read("approvals", "seal.json")).toBe(ring);
  });

  it("demand verified TLS of every database login and every bus connection", () => {
    expect(read("coordinator", "database-url")).toContain("sslmode=verify-full");
    expect(read("postgres", "pg_hba.conf")).not.toMatch(/^host\s/m);
    expect(read("nats", "nats-server.conf")).toContain("tls {");
    expect(read("nats", "nats-server.conf")).not.toContain("allow_non_tls");
  });

  it("are readable by their owner only", () => {
    for (const role of ROLES)
      for (const name of readdirSync(join(folder, role))) expect(statSync(join(folder, role, name)).mode & 0o077).toBe(0);
  });

  it("stay the same when made again", () => {
    const before = ROLES.map(contents);
    prepareSecrets(demo);
    expect(ROLES.map(contents)).toEqual(before);
  });

  it("are refused outside demo mode without an identity provider and a model, and leave the seeder without any", () => {
    expect(() => readSecretsConfig({ QM_VOLUMES: folder, QM_MODEL: "m" })).toThrow(/QM_OIDC_ISSUER, QM_MODEL_BASE_URL/);
    const real = readSecretsConfig({
      QM_VOLUMES: folder,
      QM_OIDC_ISSUER: "https://id.example",
      QM_MODEL_BASE_URL: "https://m.example",
      QM_MODEL: "m",
    });
    expect(prepareSecrets(real)).not.toContain("seed");
  });

  it("hand out what was rotated and revoked in the prepare volume, as docs/operations.md says", () => {
    const keys = join(folder, "prepare/keys/public.json");
    const sign = () =>
      createSigner(PrivateKeyFile.parse(JSON.parse(read("approvals", "signing.key.json")))).sign("epoch", { v: 1, epoch: 1 });
    const old = sign();
    rotate({ keys, privateKey: join(folder, "prepare/keys/approvals.key.json") }, "approvals", 60_000);
    prepareSecrets(demo);
    const verifiers = ["coordinator", ...DOMAINS.map((name) => `${name}-executor`)].map((role) =>
      loadVerifier(join(folder, role, "public.json")),
    );
    const next = sign();
    expect([old.kid, next.kid]).toEqual(["approvals-1", "approvals-2"]);
    for (const verifier of verifiers) for (const signed of [old, next]) verifier.verify("epoch", signed, ["approvals"]);
    revoke({ keys }, "approvals-1", new Date(Date.now() - 1));
    prepareSecrets(demo);
    for (const role of ["coordinator", ...DOMAINS.map((name) => `${name}-executor`)]) {
      const verifier = loadVerifier(join(folder, role, "public.json"));
      expect(() => verifier.verify("epoch", old, ["approvals"])).toThrow("not valid now");
      verifier.verify("epoch", next, ["approvals"]);
    }
  });
});
