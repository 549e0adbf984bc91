import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { homePaths } from "../src/home/home-paths.ts";
import { baseEnv } from "../src/processes/base-env.ts";
import { planParties } from "../src/processes/plan-parties.ts";
import { type PlanContext, planModel, planSeeder, planServices } from "../src/processes/plan-services.ts";
import { planPorts } from "../src/processes/ports.ts";

const context = (env: Record<string, string> = {}, scale: Partial<PlanContext["scale"]> = {}): PlanContext => ({
  repository: "/clone",
  config: readConfig(env, "/clone"),
  paths: homePaths("/clone/.quartermaster"),
  ports: planPorts(8080),
  scale: { coordinator: 1, approvals: 1, supply: 1, transit: 1, export: 1, ...scale },
  serverUrl: "postgres://postgres:admin-secret@127.0.0.1:8084/postgres",
  natsUrl: "nats://127.0.0.1:8083",
  passwords: new Map([
    ["qm_supply_agent", "pw-agent"],
    ["qm_supply_executor", "pw-executor"],
    ["qm_supply_events", "pw-events"],
    ["qm_coordinator", "pw-coordinator"],
  ]),
  baseEnv: { PATH: "/bin" },
});
const envOf = (list: ReturnType<typeof planServices>, role: string, replica = 0): Record<string, string> =>
  list.find((spec) => spec.role === role && spec.replica === replica)?.env ?? {};

describe("what each process is given", () => {
  it("is its own login and its own keys, never the administrator's", () => {
    const list = planServices(context());
    expect(list.map((spec) => spec.role).sort()).toEqual([
      "approvals",
      "coordinator",
      "export",
      "supply",
      "transit",
      "x_export",
      "x_supply",
      "x_transit",
    ]);
    expect(envOf(list, "supply").QM_DATABASE_URL).toBe("postgres://qm_supply_agent:pw-agent@127.0.0.1:8084/qm_supply");
    expect(envOf(list, "x_supply")).toMatchObject({ QM_ROLES: "executor,events", QM_NATS_ROLE: "x_supply", QM_HTTP_PORT: "8190" });
    expect(envOf(list, "x_supply").QM_EVENTS_DATABASE_URL).toBe("postgres://qm_supply_events:pw-events@127.0.0.1:8084/qm_supply");
    expect(envOf(list, "supply").QM_EVENTS_DATABASE_URL).toBeUndefined();
    expect(envOf(list, "coordinator")).toMatchObject({
      QM_HTTP_PORT: "8240",
      QM_PUBLIC_URL: "http://127.0.0.1:8080",
      QM_APPROVALS_URL: "http://127.0.0.1:8081",
    });
    expect(JSON.stringify(list)).not.toContain("admin-secret");
  });
  it("is a model only where one is used", () => {
    const list = planServices(context({ OPENAI_API_KEY: "sk-test", QM_MODEL: "gpt" }));
    const holders = list.filter((spec) => spec.env.OPENAI_API_KEY !== undefined).map((spec) => spec.role);
    expect(holders.sort()).toEqual(["coordinator", "export", "supply", "transit"]);
    expect(planModel(context({ OPENAI_API_KEY: "sk-test" }))).toBeNull();
    expect(envOf(planServices(context()), "supply").QM_MODEL_BASE_URL).toBe("http://127.0.0.1:8082/v1");
    expect(planModel(context())?.port).toBe(8082);
  });
  it("is the list of MCP servers for agents alone, by a path that holds in every folder", () => {
    const list = planServices(context({ QM_MCP_TOOLS_FILE: "mcp.json" }));
    const told = list.filter((spec) => spec.env.QM_MCP_TOOLS_FILE === "/clone/mcp.json").map((spec) => spec.role);
    expect(told.sort()).toEqual(["export", "supply", "transit"]);
    expect(list.filter((spec) => spec.env.QM_MCP_TOOLS_FILE !== undefined)).toHaveLength(3);
  });
  it("is a simulated customs office and carrier where demo users are allowed, and nowhere else", () => {
    expect(planParties(context())).toMatchObject({
      port: 8086,
      env: { QM_EXPORT_EVENTS_URL: "http://127.0.0.1:8230", QM_TRANSIT_EVENTS_URL: "http://127.0.0.1:8210" },
    });
    expect(planParties(context({ QM_HTTP_HOST: "0.0.0.0" }))).toBeNull();
  });
  it("keeps replicas apart by port and lets the seeder alone write worlds", () => {
    const list = planServices(context({}, { supply: 2 }));
    expect(envOf(list, "supply", 1).QM_HTTP_PORT).toBe("8181");
    expect(envOf(list, "x_supply", 1).QM_HTTP_PORT).toBe("8191");
    expect(Object.keys(planSeeder(context()).env).filter((name) => name.startsWith("QM_SEED_DATABASE_URL_"))).toHaveLength(5);
    expect(list.some((spec) => Object.values(spec.env).some((value) => value.includes("_seed:")))).toBe(false);
  });
  it("holds a fault in the first life only, for the named role or replica, and only under test", () => {
    const faults = { QM_FAULTS: '{"x_supply":"executor.beforeLock:delay:3000","supply-1":"agent.afterClaim:kill"}' };
    const list = planServices(context({ ...faults, QM_TEST: "1" }, { supply: 2 }));
    expect(list.find((spec) => spec.role === "x_supply")?.firstLifeEnv).toEqual({ QM_FAULT: "executor.beforeLock:delay:3000" });
    expect(list.find((spec) => spec.role === "supply" && spec.replica === 0)?.firstLifeEnv).toBeUndefined();
    expect(list.find((spec) => spec.role === "supply" && spec.replica === 1)?.firstLifeEnv).toEqual({ QM_FAULT: "agent.afterClaim:kill" });
    expect(planServices(context(faults)).some((spec) => spec.firstLifeEnv !== undefined)).toBe(false);
  });
  it("does not inherit what happens to be set around the launcher", () => {
    expect(baseEnv({ PATH: "/bin", HOME: "/root", NODE_ENV: "test", AWS_SECRET: "x", QM_FAULT: "y" })).toEqual({
      PATH: "/bin",
      HOME: "/root",
      NODE_ENV: "test",
      TZ: "UTC",
    });
  });
  it("refuses settings that nobody knows", () => {
    for (const name of ["QM_SMTP_CA_FILE", "QM_EGRESS_CA_FILE"])
      expect(() => readConfig({ [name]: "certs/none.pem" }, "/clone")).toThrow(`${name}: cannot be read: ENOENT`);
    expect(() => readConfig({ QM_HTTP_PROT: "1" }, "/clone")).toThrow("QM_HTTP_PROT");
    expect(() => readConfig({ QM_FAULTS: "x_supply:kill" }, "/clone")).toThrow("QM_FAULTS");
  });
});
