import { AppError } from "@quartermaster/shared/errors";
import { authenticateFirst, createServer } from "@quartermaster/shared/http";
import { createLogger } from "@quartermaster/shared/log";
import { expect, it } from "vitest";
import { z } from "zod";

it("asks who calls before it reads what is sent", async () => {
  const server = createServer({ log: createLogger({}, "silent"), notReadyBecause: () => null });
  authenticateFirst(server, async (request) => {
    if (request.headers.authorization === undefined) throw new AppError("unauthenticated");
  });
  server.post("/v1/things", { schema: { body: z.strictObject({ name: z.string() }) } }, async (request) => request.body);
  const post = async (payload: string, headers: Record<string, string> = {}) =>
    (
      await server.inject({ method: "POST", url: "/v1/things", headers: { "content-type": "application/json", ...headers }, payload })
    ).json();
  const known = { authorization: "Bearer x" };
  for (const body of ["{", '{"nome":1}', '{"a":1,"a":2}', '{"name":"ok"}', `"${"x".repeat(300_000)}"`])
    expect(await post(body)).toMatchObject({ status: 401, code: "unauthenticated" });
  expect(await post("{", known)).toMatchObject({ status: 400, code: "invalid_json" });
  expect(await post('{"nome":1}', known)).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await post('{"name":"ok"}', known)).toEqual({ name: "ok" });
  await server.close();
});
