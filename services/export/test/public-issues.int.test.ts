import type { Snapshot } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ExportWorld, startExportWorld } from "./support/export-world.ts";

// Each test is named after what went wrong in a public system (docs/public-issues.md), and shows that it cannot go wrong here.

let world: ExportWorld;
beforeAll(async () => {
  world = await startExportWorld();
});
afterAll(() => world.drop());

const shipmentTo = (country: string, lines: Snapshot["fields"][string]): Snapshot => ({
  domain: "transit",
  kind: "shipment",
  id: "SHP-NEW",
  version: 1,
  fields: {
    id: "SHP-NEW",
    kind: "outbound",
    state: "booked",
    destination: `${country}AAA`,
    originCountry: "DE",
    destinationCountry: country,
    originTerritory: "EU",
    destinationTerritory: country,
    consignee: "PTY-NOR",
    incoterm: "DAP",
    dangerousGoods: false,
    lines,
    modes: ["sea"],
    etd: "2026-12-11T20:00:00.000Z",
    cutoffs: { docs: "2026-12-09T20:00:00.000Z", cargo: "2026-12-10T20:00:00.000Z", dg: null },
  },
});
const line = (sku: string, uom = "PCE") => [{ sku, quantity: "10", uom, baseQuantity: "10" }];
const preview = async (args: Record<string, unknown>, shipment: Snapshot) =>
  (
    await world.preview(world.step({ tool: "draft_declaration", args: { shipmentId: "SHP-NEW", ...args } as never, guards: [] }), {
      foreign: [shipment],
    })
  ).refusal;

it("a customs field was shown as optional, and refused late with a vague error", async () => {
  // Judged before anything is sent, by the destination's own rules, and the field is named.
  expect(await preview({ regime: "US-EEI" }, shipmentTo("NO", line("VLV-050")))).toMatchObject({ code: "regime_mismatch" });
  expect(await preview({ lines: [{ sku: "VLV-050", quantity: "10", uom: "IBC" }] }, shipmentTo("NO", line("VLV-050")))).toMatchObject({
    code: "uom_mismatch",
    detail: expect.stringContaining("VLV-050"),
  });
  const unit = await world.call(
    "draft_declaration",
    { shipmentId: "SHP-1004", lines: [{ sku: "RGT-KIT", quantity: "1", uom: "IBC" }] },
    {},
  );
  expect(unit).toMatchObject({ ok: false });
  const missing = await world.call("draft_declaration", { shipmentId: "SHP-1004", lines: [{ sku: "RGT-KIT", uom: "KIT" }] }, {});
  expect(missing).toMatchObject({ ok: false, path: expect.stringContaining("lines") });
  expect(await world.db.admin("select id from declaration_messages where tenant = 'demo' and state = 'intent'")).toEqual([]);
});

it("a missing or short code blocked exports, or was padded with zeros and declared wrong goods", async () => {
  await world.db.admin(
    "begin; set local session_replication_role = replica; update skus set cn8 = '848180' where tenant = 'demo' and id = 'VLV-050'; commit",
  );
  const step = world.step({ tool: "draft_declaration", args: { shipmentId: "SHP-NEW" }, guards: [] });
  const seen = await world.preview(step, { foreign: [shipmentTo("NO", line("VLV-050"))] });
  expect(JSON.stringify(seen.after)).not.toContain("84818000");
  const checked = await world.call("check_controls", { sku: "VLV-050", destinationCountry: "NO" });
  expect(JSON.stringify(checked)).toContain("classification_mismatch");
});
