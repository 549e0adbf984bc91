import {
  createHttpSystem,
  type ExecutorPorts,
  executeGrant,
  type OutsideSystem,
  outsideKey,
  reconcileCalls,
} from "@quartermaster/executor";
import type { Grant } from "@quartermaster/shared/contracts";
import { type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ExportWorld, startExportWorld } from "./support/export-world.ts";
import { KITS } from "./support/kits-shipment.ts";

const TOOLS = new Set(["lodge_declaration"]);

let world: ExportWorld;
let broker: ReferenceSystem;

beforeAll(async () => {
  world = await startExportWorld();
  broker = await startReferenceSystem({ mode: "honours" });
});
beforeEach(async () => {
  await world.db.admin("delete from outside_call");
  await world.seed();
});
afterAll(async () => {
  await broker?.stop();
  await world?.drop();
});

const linked = (system: OutsideSystem) => ({ ...world.ports, outside: { system, timeoutMs: 5_000 } }) satisfies ExecutorPorts;
async function lodging(): Promise<Grant> {
  const step = world.step({ tool: "lodge_declaration", args: { declarationId: "EXD-5004" }, guards: [] });
  return world.grant(step, await world.preview(step, { foreign: [KITS] }), {}, 2);
}
const stateOf = async (id: string): Promise<string> =>
  (await world.db.admin<{ state: string }>("select state from declarations where tenant = 'demo' and id = $1", [id]))[0]?.state ?? "";

describe("a lodging through a customs broker", () => {
  it("whose answer is lost is shown as unknown, not lodged twice, and settled by our reference", async () => {
    const ports = linked(
      createHttpSystem({
        url: broker.url,
        token: broker.token,
        timeoutMs: 5_000,
        repeat: { kind: "by_key", quietMs: 60_000 },
        tools: TOOLS,
      }),
    );
    await broker.control({ loseAnswers: 1 });
    const grant = await lodging();
    expect(await executeGrant(ports, grant)).toMatchObject({ outcome: "unknown", code: "outcome_unknown" });
    expect(await stateOf("EXD-5004")).toBe("draft");
    await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
    await reconcileCalls(ports);
    const settled = (await world.db.admin<{ receipt: unknown }>("select receipt from used_grant where grant_id = $1", [grant.grantId]))[0];
    expect(settled?.receipt).toMatchObject({ outcome: "succeeded", version: 2, externalOutcome: "pending" });
    expect(await stateOf("EXD-5004")).toBe("lodged");
    expect((await broker.state()).made.map((entry) => entry.key)).toEqual([outsideKey(grant.effectKey)]);
  });
});

describe("a lodging where an enterprise system keeps the tariff codes", () => {
  const keeping = (codes: string[] | null, asked: string[] = []): OutsideSystem => ({
    name: "erp",
    repeat: { kind: "never" },
    carries: () => false,
    async read(_tenant, selectors) {
      asked.push(...selectors.map(({ kind, id }) => `${kind} ${id}`));
      return codes === null ? [] : selectors.map(({ kind, id }) => ({ kind, id, version: "1", fields: { sku: id, codes } }));
    },
    apply: async () => ({ kind: "rejected", code: "read_only", detail: "" }),
    lookup: async () => ({ kind: "not_found" }),
  });

  it("is stale when another code is kept there, and nothing is lodged", async () => {
    const asked: string[] = [];
    const receipt = await executeGrant(linked(keeping(["99999999"], asked)), await lodging());
    expect(receipt).toMatchObject({ outcome: "stale", code: "classification_mismatch" });
    expect(asked).toEqual(["tariff_code RGT-KIT"]);
    expect(await stateOf("EXD-5004")).toBe("draft");
  });

  it("goes through with the same code, and where the other system does not know the item", async () => {
    const [row] = await world.db.admin<{ cn8: string }>(
      "select cn8 from declaration_lines where tenant = 'demo' and declaration = 'EXD-5004'",
    );
    expect(await executeGrant(linked(keeping([row?.cn8 ?? ""])), await lodging())).toMatchObject({ outcome: "succeeded", version: 1 });
    await world.seed();
    expect(await executeGrant(linked(keeping(null)), await lodging())).toMatchObject({ outcome: "succeeded" });
  });
});
