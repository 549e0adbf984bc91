import { executeGrant } from "@quartermaster/executor";
import { type JsonObject, newId, type Snapshot } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { InvalidateDeclarationArgs } from "../src/domain/request-args.ts";
import { type ExportWorld, startExportWorld, type ToolAnswer } from "./support/export-world.ts";

let world: ExportWorld;
beforeAll(async () => {
  world = await startExportWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed());

const shipment = (id: string, fields: JsonObject): Snapshot => ({
  domain: "transit",
  kind: "shipment",
  id,
  version: 1,
  fields: {
    id,
    kind: "outbound",
    state: "booked",
    destination: "NOBGO",
    originCountry: "DE",
    destinationCountry: "NO",
    originTerritory: "EU",
    destinationTerritory: "NO",
    consignee: "PTY-NOR",
    incoterm: "DAP",
    dangerousGoods: false,
    lines: [],
    modes: ["sea"],
    etd: "2026-12-11T20:00:00.000Z",
    cutoffs: { docs: "2026-12-09T20:00:00.000Z", cargo: "2026-12-10T20:00:00.000Z", dg: null },
    ...fields,
  },
});

const PAINT = shipment("SHP-1005", {
  dangerousGoods: true,
  lines: [{ sku: "PNT-EPX", quantity: "96", uom: "CAN", baseQuantity: "96" }],
  cutoffs: { docs: "2026-12-09T20:00:00.000Z", cargo: "2026-12-10T20:00:00.000Z", dg: "2026-12-08T20:00:00.000Z" },
});
const KITS = shipment("SHP-1004", {
  destination: "CHBSL",
  originCountry: "FR",
  destinationCountry: "CH",
  destinationTerritory: "CH",
  consignee: "PTY-HEL",
  modes: ["road"],
  etd: "2026-12-08T14:00:00.000Z",
  cutoffs: { docs: "2026-12-08T11:00:00.000Z", cargo: "2026-12-08T11:00:00.000Z", dg: null },
  lines: [{ sku: "RGT-KIT", quantity: "30", uom: "KIT", baseQuantity: "30" }],
});

const proposalOf = (answer: ToolAnswer | undefined) => {
  if (!answer?.proposal) throw new Error(JSON.stringify(answer));
  return answer.proposal;
};
const declaration = async (id: string) =>
  (
    await world.db.admin(
      "select state, lrn, version, (select string_agg(sku || ' ' || trim_scale(quantity), ',') from declaration_lines l where l.tenant = d.tenant and l.declaration = d.id) as lines from declarations d where tenant = 'demo' and id = $1",
      [id],
    )
  )[0];

describe("the control check", () => {
  const check = (args: JsonObject) => world.call("check_controls", args);

  it("knows the near name that is not controlled", async () => {
    expect(await check({ sku: "VFD-22", destinationCountry: "SG" })).toMatchObject({
      result: { controlled: false, licenceNeeded: false, allowed: true },
    });
  });

  it("says that the licence is used up, has expired, or does not exist", async () => {
    const codes = async (args: JsonObject) =>
      ((await check(args)).result as { problems: { code: string; record: string }[] }).problems.map(({ code, record }) => [code, record]);
    expect(await codes({ sku: "CAM-TH", destinationCountry: "SG", consignee: "PTY-SGM", quantity: "2", uom: "PCE" })).toEqual([
      ["licence_exhausted", "LIC-2026-0522"],
    ]);
    expect(await codes({ sku: "VFD-600H", destinationCountry: "IN", consignee: "Deccan", quantity: "3", onDate: "2026-12-11" })).toEqual([
      ["licence_expired", "LIC-2025-0198"],
    ]);
    expect(await codes({ sku: "NAV-IMU", destinationCountry: "IN" })).toEqual([["licence_missing", null]]);
    expect(await codes({ sku: "SNS-PRSHX", consignee: "Kanto Robotics KK", quantity: "6" })).toEqual([]);
    expect(await codes({ sku: "RES-PVDF", consignee: "gulf meridian" })).toEqual([["open_screening", "PTY-UAE"]]);
    expect(await codes({ sku: "STL-TUB", destinationCountry: "ru" })).toEqual([["destination_embargo", "RU"]]);
  });

  it("says of one licence what is left on it", async () => {
    expect(await check({ licenceId: "lic-2026-0609" })).toMatchObject({
      ok: true,
      result: { licences: [{ id: "LIC-2026-0609", remaining: expect.any(String), state: "valid" }] },
    });
    expect(await check({ licenceId: "LIC-2026-9999" })).toMatchObject({ ok: false, code: "unknown_licence", path: "licenceId" });
    expect(await check({})).toMatchObject({ ok: false, code: "argument_missing" });
  });

  it("finds a party by its exact name only, and does not guess", async () => {
    expect(await check({ sku: "VFD-22", consignee: "Gulf Meridia" })).toMatchObject({ ok: false, code: "unknown_party" });
    expect(await check({ sku: "VFD-23" })).toMatchObject({ ok: false, code: "unknown_sku" });
  });

  it("shows names and remarks of parties as handles", async () => {
    const answer = await check({ sku: "VFD-22", consignee: "PTY-ACME" });
    expect(answer).toMatchObject({ result: { consignee: { id: "PTY-ACME", name: { $text: expect.any(String) } } } });
    expect(JSON.stringify(answer)).not.toContain("Acme Industrial");
  });
});

describe("the declaration tools", () => {
  it("find declarations by any number, with deadlines", async () => {
    expect(await world.call("find_declarations", { mrn: "26dEEXP000005016A9" })).toMatchObject({
      result: { declarations: [{ id: "EXD-5016", nextDeadline: "2026-12-31T10:00:00.000Z" }] },
    });
    expect(await world.call("find_declarations", { deadlineBefore: "2027-01-01" })).toMatchObject({
      result: { count: 1, declarations: [{ id: "EXD-5016" }] },
    });
    const control = await world.call("find_declarations", { shipmentId: "SHP-1013" });
    expect(control).toMatchObject({
      result: { declarations: [{ id: "EXD-5013", state: "under_control", remark: { $text: expect.any(String) } }] },
    });
    expect(JSON.stringify(control)).not.toContain("Physical check");
    expect(await world.call("find_declarations", { declarationId: "EXD-9999" })).toMatchObject({
      result: { count: 0, notFound: "EXD-9999" },
    });
  });

  it("revise the draft with the shipped quantity and lodge the revised draft, which is not stale by its own plan", async () => {
    const [draft, lodge] = await world.calls(
      [
        {
          tool: "draft_declaration",
          args: { shipmentId: "SHP-1005", declarationId: "EXD-5005", lines: [{ sku: "PNT-EPX", quantity: "96", uom: "CAN" }] },
          ref: "d1",
        },
        { tool: "lodge_declaration", args: { declarationId: "EXD-5005" } },
      ],
      { results: [PAINT] },
    );
    expect(proposalOf(draft)).toMatchObject({
      args: { shipmentId: "SHP-1005", declarationId: "EXD-5005", lines: [{ sku: "PNT-EPX", quantity: "96", uom: "CAN" }] },
      guards: [{ kind: "exact", record: "EXD-5005", version: "read@1" }],
      findings: [
        {
          code: "declared_qty_ne_shipped_qty",
          severity: "warn",
          values: { differences: [{ sku: "PNT-EPX", declared: "69", shipped: "96" }] },
        },
      ],
      requires: [{ domain: "transit", kind: "shipment", id: "SHP-1005" }],
      planned: [{ snapshot: { id: "EXD-5005", dangerousGoods: true, valueEur: "4416" } }],
      eager: true,
    });
    expect(proposalOf(lodge)).toMatchObject({
      args: { declarationId: "EXD-5005" },
      guards: [{ record: "EXD-5005", version: "after:d1" }],
      findings: [],
    });
  });

  it("lodge a planned draft by reference, and ask when what is lodged is not what is shipped", async () => {
    const planned = [{ ref: "s1", kind: "shipment", snapshot: { ...PAINT.fields, id: null } }];
    const [draft, lodge] = await world.calls(
      [
        { tool: "draft_declaration", args: { shipmentId: "@s1" }, ref: "d1" },
        { tool: "lodge_declaration", args: { declarationId: "@d1" } },
      ],
      { planned },
    );
    expect(proposalOf(draft)).toMatchObject({
      args: { shipmentId: "@s1" },
      guards: [],
      requires: [],
      planned: [{ snapshot: { regime: "EU-AES", exporter: "OURS-DE", consignee: "PTY-NOR" } }],
    });
    expect(proposalOf(lodge)).toMatchObject({
      args: { declarationId: "@d1" },
      guards: [{ record: "@d1", version: "after:d1" }],
      requires: [],
    });
    const mismatch = await world.call("lodge_declaration", { declarationId: "EXD-5005" }, { results: [PAINT] });
    expect(proposalOf(mismatch).findings).toMatchObject([{ code: "declared_qty_ne_shipped_qty", severity: "ask" }]);
  });

  it("use the shipment's own draft instead of making a second one, and say when nothing changes", async () => {
    const answer = await world.call("draft_declaration", { shipmentId: "SHP-1004" }, { results: [KITS] });
    expect(proposalOf(answer).args).toEqual({ shipmentId: "SHP-1004", declarationId: "EXD-5004" });
    expect(answer).toMatchObject({ result: { revises: "EXD-5004", unchanged: true } });
  });

  it.each([
    ["declaration_not_draft", "draft_declaration", { shipmentId: "SHP-1002" }],
    ["declaration_in_control", "draft_declaration", { shipmentId: "SHP-1013", declarationId: "EXD-5013" }],
    ["declaration_terminal", "lodge_declaration", { declarationId: "EXD-5015" }],
    ["declaration_not_draft", "lodge_declaration", { declarationId: "EXD-5010" }],
    ["unknown_declaration", "lodge_declaration", { declarationId: "EXD-1" }],
  ])("answer %s of %s", async (code, tool, args) => {
    expect(await world.call(tool, args)).toMatchObject({ ok: false, code });
  });

  it("carry the licence's state into a lodging", async () => {
    const cameras = proposalOf(await world.call("lodge_declaration", { declarationId: "EXD-5009" }));
    expect(cameras.findings).toMatchObject([{ code: "licence_exhausted", severity: "refuse" }]);
    expect(proposalOf(await world.call("lodge_declaration", { declarationId: "EXD-5011" })).findings).toMatchObject([
      { code: "licence_expired", severity: "refuse" },
    ]);
  });
});

describe("the export executor", () => {
  it("asks transport for the shipment, then states the facts that policy needs", async () => {
    const proposal = proposalOf(await world.call("lodge_declaration", { declarationId: "EXD-5004" }, { results: [KITS] }));
    const step = world.step(proposal);
    expect(await world.preview(step)).toMatchObject({ refusal: null, needs: [{ domain: "transit", kind: "shipment", id: "SHP-1004" }] });
    expect(await world.preview(step, { foreign: [KITS] })).toMatchObject({
      refusal: null,
      needs: [],
      headline: "Lodge EXD-5004 (EU-AES) for SHP-1004 with customs, destination CH",
      facts: {
        valueEur: "5400",
        dangerousGoods: false,
        controlled: false,
        paperState: "draft",
        executeLimit: "2026-12-08T10:30:00.000Z",
        cutoff: "2026-12-08T11:00:00.000Z",
      },
      guards: [{ holds: true }],
    });
  });

  it("drafts and lodges one declaration in one plan, previewed from what the draft will say", async () => {
    const [first, second] = await world.calls(
      [
        {
          tool: "draft_declaration",
          args: { shipmentId: "SHP-1005", declarationId: "EXD-5005", lines: [{ sku: "PNT-EPX", quantity: "96", uom: "CAN" }] },
          ref: "d1",
        },
        { tool: "lodge_declaration", args: { declarationId: "EXD-5005" } },
      ],
      { results: [PAINT] },
    );
    const draftStep = world.step(proposalOf(first));
    const draft = await world.preview(draftStep, { foreign: [PAINT] });
    expect(draft).toMatchObject({ refusal: null, headline: "Revise draft EXD-5005 for SHP-1005: 96 CAN PNT-EPX to NO" });
    const draftId = newId("stp");
    const lodgeStep = world.step({
      ...proposalOf(second),
      guards: [{ kind: "exact", domain: "export", record: "EXD-5005", version: `after:${draftId}` }],
    });
    const predicted = draft.predicted.map((entry) => ({ step: draftId, ...entry }));
    const early = await world.preview(lodgeStep, { foreign: [PAINT], predicted });
    expect(early).toMatchObject({
      refusal: null,
      facts: { valueEur: "4416", dangerousGoods: true, executeLimit: "2026-12-08T19:30:00.000Z" },
    });

    const drafted = await executeGrant(world.ports, world.grant(draftStep, draft, {}, 0));
    expect(drafted).toMatchObject({ outcome: "succeeded", records: [{ record: "EXD-5005", version: 2 }] });
    const late = await world.preview(lodgeStep, { foreign: [PAINT] });
    expect(late.effectHash).toBe(early.effectHash);
    expect(late.facts).toEqual(early.facts);
    const afterVersions = [{ record: "EXD-5005", step: draftId, version: 2 }];
    expect(await executeGrant(world.ports, world.grant(lodgeStep, late, { afterVersions }, 1))).toMatchObject({
      outcome: "refused",
      code: "approvers_insufficient",
    });
    const lodged = await executeGrant(world.ports, world.grant(lodgeStep, late, { afterVersions }, 2));
    expect(lodged).toMatchObject({
      outcome: "succeeded",
      externalOutcome: "pending",
      outputs: { declarationId: "EXD-5005" },
      inverse: { tool: "invalidate_declaration" },
    });
    expect(InvalidateDeclarationArgs.safeParse(lodged.inverse?.args).success).toBe(true);
    expect(await declaration("EXD-5005")).toEqual({ state: "lodged", lrn: "LRN-26-5005", version: 3, lines: "PNT-EPX 96" });
    expect(await world.db.admin("select kind, state from declaration_messages where tenant = 'demo'")).toEqual([
      { kind: "lodge", state: "sent" },
    ]);
  });

  it("drafts for a planned shipment, lodges by reference, and gives the same effect once both exist", async () => {
    const shipmentStep = newId("stp");
    const draftId = newId("stp");
    const ref = (step: string, output: string) => ({ $ref: { step, output } });
    const draftStep = world.step({ tool: "draft_declaration", args: { shipmentId: ref(shipmentStep, "shipmentId") }, guards: [] });
    const planned = [{ step: shipmentStep, output: "shipmentId", kind: "shipment", entity: { ...KITS.fields, id: null } }];
    const draft = await world.preview(draftStep, { predicted: planned });
    expect(draft).toMatchObject({
      refusal: null,
      needs: [],
      headline: "Draft an EU-AES declaration for the new shipment: 30 KIT RGT-KIT to CH",
    });
    const lodgeStep = world.step({
      tool: "lodge_declaration",
      args: { declarationId: ref(draftId, "declarationId") },
      guards: [{ kind: "exact", domain: "export", record: `@${draftId}`, version: `after:${draftId}` }],
    });
    const predicted = [...planned, ...draft.predicted.map((entry) => ({ step: draftId, ...entry }))];
    const early = await world.preview(lodgeStep, { predicted });
    expect(early).toMatchObject({ refusal: null, facts: { executeLimit: "2026-12-08T10:30:00.000Z" } });

    const foreign = [{ ...KITS, id: "SHP-NEW", fields: { ...KITS.fields, id: "SHP-NEW" } }];
    const resolvedDraft = world.step({ tool: "draft_declaration", args: { shipmentId: "SHP-NEW" }, guards: [] });
    const drafted = await world.preview(resolvedDraft, { foreign });
    expect(drafted.effectHash).toBe(draft.effectHash);
    const receipt = await executeGrant(world.ports, world.grant(resolvedDraft, drafted, {}, 0));
    const id = receipt.outputs.declarationId ?? "";
    expect(id).toMatch(/^EXD-[A-Z2-7]{10}$/);
    const resolvedLodge = world.step({
      tool: "lodge_declaration",
      args: { declarationId: id },
      guards: [{ kind: "exact", domain: "export", record: id, version: "read@1" }],
    });
    const late = await world.preview(resolvedLodge, { foreign });
    expect([late.effectHash, late.facts]).toEqual([early.effectHash, early.facts]);
    expect((await executeGrant(world.ports, world.grant(resolvedLodge, late, {}, 1))).outcome).toBe("succeeded");
    expect(await declaration(id)).toMatchObject({ state: "lodged", lrn: expect.stringMatching(/^LRN-/), version: 2 });
  });

  it("commits the licence at lodging, once, and never more than is left", async () => {
    const fibre = shipment("SHP-NEW", {
      destination: "BRGRU",
      destinationCountry: "BR",
      destinationTerritory: "BR",
      consignee: "PTY-BRA",
      incoterm: "CIP",
      modes: ["air"],
      lines: [{ sku: "CAR-FIB", quantity: "2", uom: "ROL", baseQuantity: "100" }],
    });
    const draftStep = world.step({ tool: "draft_declaration", args: { shipmentId: "SHP-NEW" }, guards: [] });
    const drafted = await executeGrant(world.ports, world.grant(draftStep, await world.preview(draftStep, { foreign: [fibre] }), {}, 0));
    const lodgeStep = world.step({ tool: "lodge_declaration", args: { declarationId: drafted.outputs.declarationId ?? "" }, guards: [] });
    const preview = await world.preview(lodgeStep, { foreign: [fibre] });
    expect(preview).toMatchObject({ refusal: null, facts: { controlled: true } });
    expect(preview.after).toContainEqual(expect.objectContaining({ record: "LIC-2026-0609", value: "200", unit: "KGM" }));
    const grant = world.grant(lodgeStep, preview, {}, 2);
    const receipts = await Promise.all([1, 2, 3].map(() => executeGrant(world.ports, grant)));
    expect(new Set(receipts.map((receipt) => receipt.receiptId)).size).toBe(1);
    expect(receipts[0]?.outcome).toBe("succeeded");
    expect(
      await world.db.admin(
        "select trim_scale(committed)::text as committed, version from licences where tenant = 'demo' and id = 'LIC-2026-0609'",
      ),
    ).toEqual([{ committed: "200", version: 2 }]);
  });

  it.each([
    ["licence_exhausted", "EXD-5009", shipment("SHP-1009", { destinationCountry: "SG", destinationTerritory: "SG", consignee: "PTY-SGM" })],
    ["licence_expired", "EXD-5011", shipment("SHP-1011", { destinationCountry: "IN", destinationTerritory: "IN", consignee: "PTY-IND" })],
    ["papers_after_departure", "EXD-5004", { ...KITS, fields: { ...KITS.fields, state: "departed" } }],
    ["declaration_terminal", "EXD-5015", shipment("SHP-1015", {})],
  ] as [string, string, Snapshot][])("refuses to lodge: %s", async (code, id, fact) => {
    const step = world.step({ tool: "lodge_declaration", args: { declarationId: id }, guards: [] });
    expect((await world.preview(step, { foreign: [fact] })).refusal).toMatchObject({ code });
  });

  it("refuses even a draft for a party under review or a forbidden destination", async () => {
    const draft = async (fields: JsonObject) => {
      const step = world.step({ tool: "draft_declaration", args: { shipmentId: "SHP-NEW" }, guards: [] });
      return (await world.preview(step, { foreign: [shipment("SHP-NEW", fields)] })).refusal?.code;
    };
    const lines = [{ sku: "STL-TUB", quantity: "1", uom: "BDL", baseQuantity: "120" }];
    expect(await draft({ consignee: "PTY-UAE", destinationCountry: "AE", destinationTerritory: "AE", lines })).toBe("open_screening");
    expect(await draft({ consignee: "PTY-RUS", destinationCountry: "RU", destinationTerritory: "RU", lines })).toBe("destination_embargo");
    expect(await draft({ consignee: "PTY-NOR", lines })).toBeUndefined();
  });

  it("is stale when somebody else wrote the draft after it was read", async () => {
    const step = world.step(
      proposalOf(await world.call("draft_declaration", { shipmentId: "SHP-1004", incoterm: "DDP" }, { results: [KITS] })),
    );
    const preview = await world.preview(step, { foreign: [KITS] });
    expect((await executeGrant(world.ports, world.grant(step, preview, {}, 0))).outcome).toBe("succeeded");
    expect(await executeGrant(world.ports, world.grant(step, preview, {}, 0))).toMatchObject({ outcome: "stale", code: "guard_broken" });
  });

  it("states parties, countries, licences, items and declarations to other domains", async () => {
    const facts = await transaction(world.ports.pool, "demo", (tx) =>
      world.ports.definition.readFacts(
        tx,
        "demo",
        [
          "party:PTY-UAE",
          "country:IR",
          "country:NO",
          "licence:LIC-EU001",
          "item:BAT-LI48",
          "declaration:EXD-5004",
          "party:PTY-NONE",
          "destination:STL-TUB/RU",
          "destination:VLV-050/RU",
        ].map((text) => {
          const [kind = "", id = ""] = text.split(":");
          return { domain: "export" as const, kind, id };
        }),
      ),
    );
    expect(facts.map((fact) => [fact.id, fact.version])).toEqual([
      ["PTY-UAE", 1],
      ["IR", 1],
      ["NO", 1],
      ["LIC-EU001", 1],
      ["BAT-LI48", 1],
      ["EXD-5004", 1],
      ["STL-TUB/RU", 1],
      ["VLV-050/RU", 1],
    ]);
    expect(facts[0]?.fields).toMatchObject({ screening: "review", openScreening: "SCR-801", name: "Gulf Meridian Trading FZE" });
    expect(facts.slice(-2).map((fact) => fact.fields.embargo)).toEqual(["STL-TUB must not go to RU", null]);
    expect(facts[1]?.fields).toMatchObject({ embargoed: true });
    expect(facts[2]?.fields).toMatchObject({ embargoed: false, eu001: true });
  });
});

describe("the export database", () => {
  it("lets the agent role read but not write, and the executor write no number of the authority", async () => {
    const agent = world.db.pool("qm_export_agent");
    await expect(transaction(agent, "demo", (tx) => tx.query("update declarations set state = 'lodged'"))).rejects.toThrow(
      /permission denied/,
    );
    await expect(
      transaction(world.ports.pool, "demo", (tx) => tx.query("update declarations set state = 'lodged' where id = 'EXD-5004'")),
    ).rejects.toThrow(/without a cause/);
    await expect(transaction(world.ports.pool, "demo", (tx) => tx.query("update declarations set mrn = 'X'"))).rejects.toThrow(
      /permission denied/,
    );
    await expect(transaction(world.ports.pool, "demo", (tx) => tx.query("update licences set quantity = 1000"))).rejects.toThrow(
      /permission denied/,
    );
  });

  it("shows a tenant nothing of another, and loads the whole seed", async () => {
    const { rows } = await transaction(world.db.pool("qm_export_agent"), "t2", (tx) =>
      tx.query<{ n: number }>("select count(*)::int as n from declarations"),
    );
    expect(rows[0]?.n).toBe(0);
    const [counts] = await world.db.admin(
      "select (select count(*)::int from declarations where tenant = 'demo') as declarations, (select count(*)::int from country_policy where tenant = 'demo') as countries",
    );
    expect(counts).toEqual({ declarations: 19, countries: 15 });
  });
});
