import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
let model: Server;
/** Resolve when the model was asked, and when the caller gave that question up. */
const seen = { asked: () => {}, left: () => {} };
const asked = new Promise<void>((resolve) => {
  seen.asked = resolve;
});
const left = new Promise<void>((resolve) => {
  seen.left = resolve;
});

beforeAll(async () => {
  // A model server that takes every question and answers none.
  model = createServer((request, response) => {
    response.once("close", () => seen.left());
    request.resume().once("end", () => seen.asked());
  });
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  run = await startCoordinator({ modelUrl: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1` });
});
afterAll(async () => {
  await run?.stop();
  model?.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
});

it("a request is cancelled while a model that never answers is asked about its words, and the question given up", async () => {
  const { body } = await run.call("POST", "/v1/requests", { body: { text: "Move 60 VLV-050 from Hamburg to Valencia" } });
  await asked;
  const cancelled = await run.call("POST", `/v1/requests/${body.id}/cancel`);
  expect(cancelled.body.cancelRequested).toBe(true);
  await left;
  expect((await run.requestWith(body.id, "cancelled")).plan).toBeNull();
});
