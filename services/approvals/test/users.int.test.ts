import { execFile } from "node:child_process";
import { join } from "node:path";
import { newId } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listUsers, setInactive, setRoles } from "../../../tools/qm/src/manage-users.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

const QM = join(import.meta.dirname, "../../../tools/qm/src/main.ts");
let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
});

const set = async (by: string, id: string, roles: string[], active = true) =>
  await stack.call(by, "POST", `/v1/users/${id}`, { body: { roles, active } });

describe("people and their roles", () => {
  it("are read by admins and auditors, page by page, and never from another tenant", async () => {
    const first = await stack.call("audit.lena", "GET", "/v1/users?limit=5");
    expect(first.body.items).toHaveLength(5);
    const second = await stack.call("admin.max", "GET", `/v1/users?limit=200&cursor=${first.body.nextCursor}`);
    expect(second.body.nextCursor).toBeNull();
    expect(second.body.items[0].id > first.body.nextCursor).toBe(true);
    expect((await stack.call("stock.ben", "GET", "/v1/users")).body.code).toBe("role_missing");
    await set("admin.max@t2", "only.there", ["planner"]);
    const ids = (await stack.call("admin.max", "GET", "/v1/users?limit=200")).body.items.map((user: { id: string }) => user.id);
    expect(ids).not.toContain("only.there");
  });

  it("are changed by an admin, but never the admin's own", async () => {
    expect((await set("stock.ben", "stock.ben", ["admin"])).body.code).toBe("role_missing");
    expect(await set("admin.max", "admin.max", ["admin", "stock_manager"])).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await set("admin.max", "stock.new", ["no_such_role"])).status).toBe(400);
    expect((await set("admin.max", "Stock New", ["planner"])).status).toBe(400);
    expect(await set("admin.max", "stock.new", ["stock_manager"])).toMatchObject({ status: 201, body: { roles: ["stock_manager"] } });
    expect((await set("admin.max", "stock.new", ["stock_manager"])).status).toBe(200);
    expect((await stack.call("stock.new", "GET", "/v1/session")).body.roles).toEqual(["stock_manager"]);
    expect((await set("admin.max", "stock.new", [], false)).body.active).toBe(false);
    expect((await stack.call("stock.new", "GET", "/v1/approvals")).status).toBe(401);
  });

  it("count when a grant is signed: who lost the role in between did not approve", async () => {
    const [stepId, later] = [newId("stp"), newId("stp")];
    const plan = aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
        aStep(tenant, requestId, { id: later, agent: "supply", tool: "transfer_stock", args: transferArgs("7"), dependsOn: [stepId] }),
      ],
    });
    await stack.submit(plan);
    await set("admin.max", "stock.tmp", ["stock_manager"]);
    expect((await stack.decide("stock.tmp", await stack.item(plan, stepId))).status).toBe(200);
    await set("admin.max", "stock.tmp", ["planner"]);
    expect((await stack.decide("stock.ben", await stack.item(plan, later))).status).toBe(200);
    const state = await stack.state(
      plan,
      (s) => s.steps[0]?.state === "pending" && s.steps[0].approval?.slots[0]?.filledBy === null,
      "the open slot",
    );
    expect(state.steps[0]?.grantId).toBeNull();
    const ofTmp = (entry: { kind: string; subject: string }) => entry.kind === "user.changed" && entry.subject === "stock.tmp";
    const changes = async () => (await stack.call("audit.lena", "GET", "/v1/ledger?limit=200")).body.items.filter(ofTmp).length === 2;
    await until(changes, { what: "both changes in the ledger" });
  });
});

describe("the role that nobody is left for", () => {
  it("is named on open items when the last who has it leaves, and no more when somebody has it again", async () => {
    const stepId = newId("stp");
    const plan = aPlan(stack.keys.signer("approvals"), {
      tenant: "t2",
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
      ],
    });
    await stack.submit(plan);
    const item = await stack.item(plan, stepId, "audit.lena@t2");
    expect(item.noEligibleApprover).toBeNull();
    const managers = await stack.database.admin<{ id: string; roles: string[] }>(
      "select id, roles from users where tenant = 't2' and 'stock_manager' = any (roles) order by id",
    );
    const named = async (role: string | null) => {
      await stack.state(plan, (s) => s.steps[0]?.approval?.noEligibleApprover === role, `the missing role ${role}`);
      const { body } = await stack.call("audit.lena@t2", "GET", `/v1/approvals/${item.id}`);
      expect([body.noEligibleApprover, body.revision, body.card.hash]).toEqual([role, item.revision, item.card.hash]);
    };
    for (const { id, roles } of managers)
      await set(
        "admin.max@t2",
        id,
        roles.filter((role) => role !== "stock_manager"),
      );
    await named("stock_manager");
    await set("admin.max@t2", "stock.new", ["stock_manager"]);
    await named(null);
    await set("admin.max@t2", "stock.new", ["stock_manager"], false);
    await named("stock_manager");
    for (const { id, roles } of managers) await set("admin.max@t2", id, roles);
    await named(null);
    const done = async () => (await stack.database.admin("select from people_reviews where tenant = 't2'")).length === 0;
    await until(done, { what: "nothing left to look at" });
  });
});

describe("two admins who take each other's role at once", () => {
  it("leave one: whoever comes second is no admin any more", async () => {
    const holder = await stack.database.pool("qm_approvals_seed", { max: 1 }).connect();
    try {
      await holder.query("begin");
      await holder.query("select set_config('qm.tenant', 'demo', true)");
      await holder.query("lock table users in share row exclusive mode");
      const both = Promise.all([set("admin.max", "admin.nora", ["planner"]), set("admin.nora", "admin.max", ["planner"])]);
      const waiting = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await until(async () => (await stack.database.admin<{ n: number }>(waiting))[0]?.n === 2, { what: "both to wait" });
      await holder.query("rollback");
      const answers = await both;
      expect(answers.map((answer) => answer.body.code ?? "done").sort()).toEqual(["done", "role_missing"]);
      const admins = await stack.database.admin(
        "select id from users where tenant = 'demo' and active and 'admin' = any (roles) and id like 'admin.%'",
      );
      expect(admins).toHaveLength(1);
      await stack.database.admin("update users set roles = '{admin}' where tenant = 'demo' and id in ('admin.max', 'admin.nora')");
    } finally {
      holder.release();
    }
  });
});

describe("qm users", () => {
  const options = () => ({ url: stack.url, token: "demo-admin.max" });
  const rolesAre = async (id: string) =>
    await stack.database.admin("select roles, active from users where tenant = 'demo' and id = $1", [id]);

  it("lists everybody, however many pages that takes", async () => {
    await stack.database.admin(
      "insert into users (tenant, id, roles) select 'demo', 'many.' || lpad(n::text, 4, '0'), '{planner}' from generate_series(1, 450) n",
    );
    const { ok, lines } = await listUsers(options());
    expect([ok, lines.filter((line) => line.startsWith("many.")).length]).toEqual([true, 450]);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it("takes somebody's sign-in away and leaves the roles, also on a later page", async () => {
    expect(await setRoles(options(), "zoe.z", ["planner", "stock_manager"])).toMatchObject({ ok: true });
    expect((await setInactive(options(), "zoe.z", [])).lines).toEqual(["zoe.z  planner, stock_manager  (not active)"]);
    expect(await rolesAre("zoe.z")).toEqual([{ roles: ["planner", "stock_manager"], active: false }]);
    expect((await setInactive(options(), "nobody.here", [])).ok).toBe(false);
    expect((await setInactive(options(), "zoe.z", ["planner"])).lines).toEqual(["zoe.z  planner  (not active)"]);
  });

  it("changes nobody when neither a role nor --inactive is said", async () => {
    const args = ["--conditions=@quartermaster/source", "--import", "tsx", QM, "users", "set", "stock.ben", "--url", stack.url];
    const env = { ...process.env, QM_TOKEN: "demo-admin.max" };
    const code = await new Promise((resolve) => {
      execFile(process.execPath, args, { env, timeout: 30_000 }, (error) => resolve(error ? error.code : 0));
    });
    expect(code).toBe(2);
    expect(await rolesAre("stock.ben")).toEqual([{ roles: ["stock_manager"], active: true }]);
  });
});
