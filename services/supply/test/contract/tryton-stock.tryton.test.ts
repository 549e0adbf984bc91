import { createTrytonClient, type TrytonClient, type TrytonOptions } from "@quartermaster/executor";
import { freePort } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTrytonStock } from "../../src/adapters/tryton-stock.ts";
import { type SupplyWorld, startSupplyWorld } from "../support/supply-world.ts";
import { type ContractWorld, outsideContract } from "./outside-contract.ts";
import { lostTransfersContract, transfersContract } from "./transfers-contract.ts";

const SHIPMENT = "model.stock.shipment.internal";
let options: TrytonOptions;
let client: TrytonClient;
let contract: ContractWorld;
let world: SupplyWorld;
const soon = (): AbortSignal => AbortSignal.timeout(20_000);

beforeAll(async () => {
  options = { ...JSON.parse(process.env.TEST_TRYTON ?? ""), timeoutMs: 20_000 };
  client = createTrytonClient(options);
  const timesMade = async (key: string) =>
    ((await shipments(key)) as { state: string }[]).filter((found) => found.state === "assigned").length;
  contract = { system: createTrytonStock({ ...options, quietMs: 1_000 }), timesMade };
  world = await startSupplyWorld();
});
afterAll(() => world?.drop());

const shipments = (key: string) =>
  client.call(`${SHIPMENT}.search_read`, [[["reference", "=", key]], 0, null, null, ["state", "transit_location.rec_name"]], soon());
const aTransfer = (changes: Record<string, unknown>) => ({
  tenant: "demo",
  tool: "transfer_stock",
  content: {
    kind: "transfer",
    sku: "VLV-050",
    lot: null,
    serials: [],
    from: "LOC-HAM",
    to: "LOC-VLC",
    quantity: "6",
    unit: "PCE",
    neededBy: null,
    ...changes,
  } as never,
  args: {},
  ids: {},
  businessAt: "2026-12-07T09:00:00.000Z",
});

describe("Tryton as the warehouse system", () => {
  const linked = () => ({ world, link: { system: contract.system, timeoutMs: 20_000 } });
  outsideContract(() => contract);
  transfersContract(linked);
  lostTransfersContract(linked);

  it("moves goods through the transit location: they leave one place before they are at the other", async () => {
    const key = "QM-TRANSITAAAAAAAAAAAAA";
    await contract.system.apply(aTransfer({}), key, null, soon());
    const [shipment] = (await shipments(key)) as { id: string; state: string; "transit_location.": { rec_name: string } }[];
    expect(shipment).toMatchObject({ state: "assigned", "transit_location.": { rec_name: "Transit" } });
    const moves = await client.call(
      "model.stock.move.search_read",
      [
        [["shipment", "=", `${SHIPMENT.slice(6)},${shipment?.id}`]],
        0,
        null,
        [["id", "DESC"]],
        ["state", "quantity", "from_location.rec_name", "to_location.rec_name"],
      ],
      soon(),
    );
    expect(moves).toEqual([
      expect.objectContaining({ state: "assigned", "to_location.": expect.objectContaining({ rec_name: "Transit" }) }),
      expect.objectContaining({ state: "draft", "from_location.": expect.objectContaining({ rec_name: "Transit" }) }),
    ]);
  });

  it("goes on with a draft that a broken call left, instead of making a second one", async () => {
    const key = "QM-DRAFTAAAAAAAAAAAAAAA";
    const [place] = (await client.call("model.stock.location.search_read", [[["code", "=", "LOC-HAM"]], 0, 1, null, ["id"]], soon())) as {
      id: string;
    }[];
    const [target] = (await client.call("model.stock.location.search_read", [[["code", "=", "LOC-VLC"]], 0, 1, null, ["id"]], soon())) as {
      id: string;
    }[];
    const [product] = (await client.call(
      "model.product.product.search_read",
      [[["code", "=", "VLV-050"]], 0, 1, null, ["default_uom"]],
      soon(),
    )) as {
      id: string;
      default_uom: string;
    }[];
    const company = await client.company(soon());
    const route = { company, from_location: Number(place?.id), to_location: Number(target?.id) };
    const move = { ...route, product: Number(product?.id), uom: Number(product?.default_uom), quantity: 6 };
    await client.call(`${SHIPMENT}.create`, [[{ ...route, reference: key, moves: [["create", [move]]] }]], soon());
    expect(await contract.system.lookup("demo", key, soon())).toEqual({ kind: "not_found" });
    expect((await contract.system.apply(aTransfer({}), key, null, soon())).kind).toBe("applied");
    expect(await shipments(key)).toHaveLength(1);
  });

  it("reads and moves a lot by its number", async () => {
    const lots = (await client.call("model.stock.lot.search_read", [[], 0, 1, [["id", "ASC"]], ["number", "product.code"]], soon())) as {
      number: string;
      "product.": { code: string };
    }[];
    const { number, "product.": goods } = lots[0] ?? { number: "", "product.": { code: "" } };
    const places = ["LOC-HAM", "LOC-RTM", "LOC-GDN", "LOC-VLC", "LOC-LYS", "LOC-FXT", "LOC-SAV", "LOC-ZRH"];
    const found = (
      await contract.system.read(
        "demo",
        places.map((place) => ({ kind: "stock", id: `${goods.code}|${place}|${number}` })),
        soon(),
      )
    ).filter((record) => record.fields.onHand !== "0");
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.fields).toMatchObject({ sku: goods.code, lot: number });
  });

  it("refuses a unit that the product is not kept in, instead of moving another quantity", async () => {
    expect(await contract.system.apply(aTransfer({ unit: "KGM" }), "QM-UNITAAAAAAAAAAAAAAAA", null, soon())).toMatchObject({
      kind: "rejected",
      code: "uom_mismatch",
    });
  });

  it("refuses a quantity that the unit cannot hold", async () => {
    expect(await contract.system.apply(aTransfer({ quantity: "6.5" }), "QM-HALFAAAAAAAAAAAAAAAA", null, soon())).toMatchObject({
      kind: "rejected",
      code: "quantity_not_exact",
    });
  });

  it("says that it cannot be reached, when nothing can have arrived", async () => {
    const away = createTrytonStock({ ...options, url: `http://127.0.0.1:${await freePort()}`, quietMs: 1_000 });
    await expect(away.apply(aTransfer({}), "QM-AWAYAAAAAAAAAAAAAAAA", null, soon())).rejects.toMatchObject({ code: "unavailable" });
  });
});
