import { expect, test } from "vitest";
import { plaintextProblem, tlsOf } from "../src/bus/transport-safety.ts";

test.each([
  ["nats://127.0.0.1:8083", undefined, true],
  ["nats://nats:4222", undefined, false],
  ["nats:4222", undefined, false],
  ["nats://nats:4222", { caFile: "/ca.crt" }, true],
  ["tls://nats:4222", undefined, true],
  ["tls://one:4222,nats://two:4222", undefined, false],
])("%s with %j may be used: %s", (url, tls, allowed) => {
  expect(plaintextProblem(url, tls) === null).toBe(allowed);
});

test("a tls:// address demands TLS even without an authority of its own", () => {
  expect(tlsOf("tls://bus.example:4222", undefined)).toEqual({});
  expect(tlsOf("nats://127.0.0.1:4222", undefined)).toBeUndefined();
});
