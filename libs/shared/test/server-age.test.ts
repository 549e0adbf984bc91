import { expect, test } from "vitest";
import { serverAgeProblem } from "../src/bus/server-age.ts";

test.each([
  ["nats://127.0.0.1:8083", "2.9.10", true],
  ["nats://localhost:4222", "2.9.9", false],
  ["tls://nats:4222", "2.10.27", false],
  ["tls://nats:4222", "2.12.7", true],
  ["nats://127.0.0.1:1,nats://10.0.0.4:1", "2.9.10", false],
  ["nats://[::1]:4222", "2.15.1-beta", true],
])("%s with server %s is accepted: %s", (url, version, accepted) => {
  expect(serverAgeProblem(url, version) === null).toBe(accepted);
});
