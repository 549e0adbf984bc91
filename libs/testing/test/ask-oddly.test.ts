import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { askOddly } from "../src/ask-oddly.ts";

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A service that refuses every call as too fast, as often as it is told to, and then knows no such query. */
async function serve(refusals: number): Promise<string> {
  const asked = new Map<string, number>();
  const problem = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const times = (asked.get(request.url ?? "") ?? 0) + 1;
    asked.set(request.url ?? "", times);
    if (times <= refusals) problem(response, 429, { code: "rate_limited" });
    else problem(response, 400, { pointer: "querystring:/nosuch" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("the sweep of odd values", () => {
  const ROUTE = { method: "GET", path: "/things", query: [] } as const;

  it("waits for a service that answers later", async () => {
    expect(await askOddly(await serve(3), "Bearer x", [ROUTE])).toEqual([]);
  });

  it("reports a route that says too fast however often it is asked", async () => {
    const wrong = await askOddly(await serve(1_000), "Bearer x", [ROUTE]);
    expect(wrong).toHaveLength(2);
    expect(wrong.every((line) => line.includes(": 429 "))).toBe(true);
  });
});
