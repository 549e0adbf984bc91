import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createTrytonStock } from "../src/adapters/tryton-stock.ts";

/** What a Tryton answers to the calls of a transfer, by the last word of the method. */
const ANSWERS: Record<string, unknown> = {
  "common.db.login": [7, "session-key"],
  get_preferences: { company: 1, language: "en" },
  "location.search_read": [
    { id: 1, code: "LOC-HAM" },
    { id: 2, code: "LOC-VLC" },
  ],
  "product.search_read": [{ id: 5, quantity: 480, default_uom: 1, "default_uom.": { digits: 0, symbol: "u" } }],
  "internal.search_read": [],
  create: [11],
  wait: null,
  assign_try: true,
  cancel: null,
};
const stops: (() => void)[] = [];
/** Methods that this Tryton refuses, and what was called, both by the last word. */
const refused = new Set<string>();
let called: string[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  refused.clear();
  called = [];
});

/** A Tryton that goes away for good right after its answer to this method; null = never. */
async function goingAwayAfter(last: string | null): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const method: string = JSON.parse(text).method;
    const name = Object.keys(ANSWERS).find((candidate) => method.endsWith(candidate)) ?? "";
    called.push(name);
    if (last !== null && method.endsWith(last)) server.close();
    const answer = refused.has(name) ? { error: ["UserError", [`${name} is not allowed`, ""], null] } : { result: ANSWERS[name] };
    const headers = { "content-type": "application/json", connection: "close" };
    response.writeHead(200, headers).end(JSON.stringify({ id: 1, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const TRANSFER = {
  tenant: "demo",
  tool: "transfer_stock",
  content: { sku: "VLV-050", lot: null, serials: [], from: "LOC-HAM", to: "LOC-VLC", quantity: "6", unit: "PCE", neededBy: null },
  args: {},
  ids: {},
  businessAt: "2026-12-07T09:00:00.000Z",
};
const apply = async (last: string | null) => {
  const login = { database: "erp", user: "quartermaster", password: "secret", timeoutMs: 5_000, quietMs: 1_000 };
  const system = createTrytonStock({ url: await goingAwayAfter(last), ...login });
  return system.apply(TRANSFER, "QM-AWAYAAAAAAAAAAAAAAAA", null, AbortSignal.timeout(10_000));
};

it.each(["create", "wait", "assign_try"])("a Tryton that is gone after it answered %s may have made the transfer", async (last) => {
  expect(await apply(last)).toMatchObject({ kind: "unknown" });
});

it("a Tryton that is gone before anything was written has surely made nothing", async () => {
  await expect(apply("product.search_read")).rejects.toMatchObject({ code: "unavailable" });
});

it.each(["wait", "assign_try"])("a transfer of which Tryton refuses %s leaves no draft behind", async (method) => {
  refused.add(method);
  expect(await apply(null)).toMatchObject({ kind: "rejected", code: "user_error", detail: `${method} is not allowed` });
  expect(called.at(-1)).toBe("cancel");
});

it("a transfer that Tryton refuses and does not let be cancelled is not known to be not made", async () => {
  refused.add("wait").add("cancel");
  expect(await apply(null)).toMatchObject({ kind: "unknown", detail: expect.stringContaining("cancel is not allowed") });
});
