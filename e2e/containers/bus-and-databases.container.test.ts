import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bus, connectBus, startBootstrapLoop } from "@quartermaster/shared/bus";
import { createPool } from "@quartermaster/shared/db";
import { createLogger } from "@quartermaster/shared/log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority } from "../../tools/launcher/src/compose/certificates.ts";
import { databaseUrl } from "../../tools/launcher/src/databases/database-url.ts";
import { prepareDatabases } from "../../tools/launcher/src/databases/prepare-databases.ts";
import { authority, type BusServer, type DatabaseServer, LOGINS, startBus, startDatabase } from "./servers.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const log = createLogger({ service: "container-test" }, "fatal");
const folder = mkdtempSync(join(tmpdir(), "qm-containers-"));
const caFile = join(folder, "ca.crt");
const foreignCaFile = join(folder, "foreign.crt");
writeFileSync(caFile, authority.certificate);
writeFileSync(foreignCaFile, createAuthority().certificate);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the bus in a container", () => {
  let server: BusServer;
  const buses: Bus[] = [];
  const connectAs = async (role: string): Promise<Bus> => {
    const bus = await connectBus({ url: server.url, role, name: `${role}-test`, nkeySeed: server.seeds[role] ?? "", tls: { caFile }, log });
    buses.push(bus);
    return bus;
  };
  beforeAll(async () => {
    server = await startBus();
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await server?.container.stop();
  });

  it("gets its streams over TLS, stores a task and hands it to the agent it is for", async () => {
    const loop = startBootstrapLoop({ url: server.url, nkeySeed: server.seeds.bootstrap ?? "", tls: { caFile }, log });
    await loop.ready;
    await loop.stop();
    const [coordinator, supply] = [await connectAs("coordinator"), await connectAs("supply")];
    await coordinator.publish("qm.task.supply.demo.thr_1", '{"hello":1}', { msgId: "m1" });
    const body = await new Promise<string>((resolve, reject) => {
      void supply
        .consumeTasks("QM_TASKS", "supply", async (message) => resolve(message.body), {
          slots: 1,
          onDeadLetter: async (_message, code) => reject(new Error(code)),
        })
        .catch(reject);
    });
    expect(body).toBe('{"hello":1}');
  });

  it("does not let an agent store a grant", async () => {
    const supply = await connectAs("supply");
    await expect(supply.publish("qm.grant.supply.demo.stp_1", "{}", { msgId: "forged", timeoutMs: 1_500 })).rejects.toThrow();
  });
});

/** Opens one connection and asks one question. */
async function ask(url: string, sql: string): Promise<unknown[]> {
  const pool = createPool({ url, name: "container-test", max: 1 });
  try {
    return (await pool.query(sql)).rows;
  } finally {
    await pool.end();
  }
}

describe("the databases in a container", () => {
  let server: DatabaseServer;
  const passwords = new Map(LOGINS.map((role) => [role, `password-of-${role}`]));
  const urlOf = (user: string, database: string): string =>
    databaseUrl(server.adminUrl(caFile), { database, user, password: passwords.get(user) ?? "" });
  beforeAll(async () => {
    server = await startDatabase();
  });
  afterAll(async () => {
    await server?.container.stop();
  });

  it("get roles and schemas over TLS, and nothing the second time", async () => {
    expect(await prepareDatabases(server.adminUrl(caFile), passwords, REPOSITORY)).toBeGreaterThan(10);
    expect(await prepareDatabases(server.adminUrl(caFile), passwords, REPOSITORY)).toBe(0);
  });

  it("let an agent read its domain and refuse it every write and every other database", async () => {
    const agent = urlOf("qm_supply_agent", "qm_supply");
    expect(await ask(agent, "select ssl from pg_stat_ssl where pid = pg_backend_pid()")).toEqual([{ ssl: true }]);
    expect(await ask(agent, "select count(*)::int as rows from stock")).toEqual([{ rows: 0 }]);
    await expect(ask(agent, "delete from stock")).rejects.toThrow(/permission denied/);
    await expect(ask(urlOf("qm_supply_agent", "qm_transit"), "select 1")).rejects.toThrow(/permission denied/);
  });

  it("refuse the clear, and are refused under a foreign authority", async () => {
    const clear = server.adminUrl(caFile).replace(/\?.*$/, "?sslmode=disable");
    await expect(ask(clear, "select 1")).rejects.toThrow(/no encryption/);
    await expect(ask(server.adminUrl(foreignCaFile), "select 1")).rejects.toThrow(/certificate|signature/i);
  });
});
