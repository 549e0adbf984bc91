import { askOddly, askRaw, type OddRoute } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APPROVALS_OPERATIONS } from "../src/rest/approvals-operations.ts";
import { NOTIFICATION_OPERATIONS } from "../src/rest/notification-operations.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;

beforeAll(async () => {
  run = await startCoordinator();
});
afterAll(async () => {
  await run?.stop();
});

interface Document {
  paths: Record<string, Partial<Record<"get" | "post", { parameters: { name: string; in: string }[] }>>>;
}

/** What the service documents of itself; calls that the approvals service answers are swept there. */
async function ownRoutes(): Promise<OddRoute[]> {
  const { paths } = (await run.call("GET", "/openapi.json")).body as Document;
  return Object.entries(paths)
    .filter(([path]) => ![...APPROVALS_OPERATIONS, ...NOTIFICATION_OPERATIONS].some((operation) => operation.path === path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters }]) => ({
        method: method.toUpperCase() as "GET" | "POST",
        path,
        query: parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name),
        ...(path === "/v1/requests" && method === "post" ? { body: { actions: [] } } : {}),
      })),
    )
    .filter((route) => !route.path.startsWith("/v1/demo/") || route.method === "GET");
}

const bearer = { authorization: "Bearer demo-planner.anna" };

/** Refused by its form, whatever route a proxy would make of it. */
const LEADING_OUT: Record<string, number> = {
  "/v1/approvals/../request-tokens": 400,
  "/v1/approvals/%2e%2e/request-tokens": 400,
  "/v1/approvals/..%2frequest-tokens": 400,
  "/v1/approvals/x%2f..%2f..%2frequest-tokens": 400,
  "/v1/approvals/..%5crequest-tokens": 400,
  "/v1/policy/./../session": 400,
};

describe("what nobody should send", () => {
  it("is refused by every route as a problem, never as a fault of ours", { timeout: 120_000 }, async () => {
    const routes = await ownRoutes();
    expect(routes.length).toBeGreaterThan(10);
    expect(await askOddly(run.url, bearer.authorization, routes)).toEqual([]);
  });

  it("is a request target that leads out of the approvals service's resources", async () => {
    const before = run.approvals.calls.length;
    for (const [target, status] of Object.entries(LEADING_OUT))
      for (const method of ["GET", "POST"]) {
        const answer = await askRaw(run.url, { method, target, headers: bearer });
        const said = [method, target, answer.status, answer.contentType.split(";")[0]];
        expect(said).toEqual([method, target, status, "application/problem+json"]);
      }
    expect(run.approvals.calls.slice(before)).toEqual([]);
  });

  it("goes on to the approvals service as it came, for it to judge", async () => {
    const body = '{"a":1,"a":2}';
    const headers = { ...bearer, "content-type": "text/odd" };
    await askRaw(run.url, { method: "POST", target: "/v1/approvals/apr_%C3%A4/claim?x=%E0%A4&x=1", headers, body });
    expect(run.approvals.calls.at(-1)).toEqual({ line: "POST /v1/approvals/apr_%C3%A4/claim?x=%E0%A4&x=1", contentType: "text/odd", body });
    await askRaw(run.url, { method: "GET", target: `${run.url}/v1/approvals?q=a+b`, headers: bearer });
    expect(run.approvals.calls.at(-1)?.line).toBe("GET /v1/approvals?q=a+b");
  });

  it("is read as what was meant when a proxy sends the absolute form", async () => {
    const answer = await askRaw(run.url, { method: "GET", target: `${run.url}/v1/requests?limit=1`, headers: bearer });
    expect(answer.status).toBe(200);
    expect((await askRaw(run.url, { method: "GET", target: `${run.url}/v1/requests?limit=0x10`, headers: bearer })).status).toBe(400);
  });

  it("is told by the address of a parameter, a wrong method and a wrong content type", async () => {
    const refused = async (path: string) => (await run.call("GET", path)).body;
    expect(await refused("/v1/requests?limit=0x10")).toMatchObject({ status: 400, errors: [{ path: "querystring:/limit" }] });
    expect(await refused("/v1/requests?stauts=failed")).toMatchObject({ status: 400, errors: [{ path: "querystring:/stauts" }] });
    expect(await refused("/v1/requests?cursor=bm90IGpzb24")).toMatchObject({ status: 400, errors: [{ path: "querystring:/cursor" }] });
    expect(await refused(`/v1/requests/req_${"0".repeat(26)}?wait=soon`)).toMatchObject({ errors: [{ path: "querystring:/wait" }] });
    expect(await refused("/v1/agents?limit=1")).toMatchObject({ status: 400, errors: [{ path: "querystring:/limit" }] });
    const wrongMethod = await run.call("POST", "/v1/agents");
    expect([wrongMethod.status, wrongMethod.body.code, wrongMethod.headers.get("allow")]).toEqual([405, "method_not_allowed", "GET, HEAD"]);
    expect((await run.call("GET", "/v1/demo/reset")).body).toMatchObject({ status: 405 });
    for (const body of [[], { world: {} }])
      expect((await run.call("POST", "/v1/demo/reset", { body })).body, JSON.stringify(body)).toMatchObject({ status: 400 });
    const wrongType = await run.call("POST", "/v1/requests", { body: { text: "x" }, headers: { "content-type": "text/plain" } });
    expect(wrongType.body).toMatchObject({ status: 415, code: "unsupported_media_type" });
  });

  it("is a Last-Event-ID above the newest, which replays what there is", async () => {
    run.work.supply = () => new Promise(() => {});
    const { id } = (await run.call("POST", "/v1/requests", { body: { text: "How much VLV-050 is at LOC-HAM?" } })).body;
    const response = await fetch(`${run.url}/v1/requests/${id}/events`, { headers: { ...bearer, "last-event-id": "999999" } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("event: request.status")) text += (await reader?.read())?.value ?? "";
    expect(text).toMatch(/id: 1\nevent: request\.status/);
    await reader?.cancel();
  });

  it("tells nobody without a token what a route takes", async () => {
    const nobody = { authorization: "" };
    for (const path of ["/v1/requests?nosuch=1", "/v1/agents?nosuch=1", "/v1/threads/x?limit=0x10"])
      expect((await run.call("GET", path, { headers: nobody })).status).toBe(401);
    for (const path of ["/v1/requests", "/v1/demo/tenants", "/v1/demo/reset"])
      expect((await run.call("POST", path, { headers: nobody, body: { nosuch: 1 } })).status).toBe(401);
  });
});
