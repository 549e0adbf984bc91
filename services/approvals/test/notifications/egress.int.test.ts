import { createServer } from "node:net";
import { createEgress, readAllowList } from "@quartermaster/shared/egress";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Receiver, startReceiver } from "../support/start-receiver.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(["hooks.example.com"]);
});
afterAll(async () => {
  await receiver?.stop();
});
const port = () => receiver.host.split(":")[1] ?? "";
const url = (host = "hooks.example.com") => `https://${host}:${port()}/a`;
const message = (to = url()) => ({ url: to, headers: { "content-type": "application/json" }, body: "{}" });

describe("a call to an address that somebody else chose", () => {
  it("connects to the very address that was checked, with the name's certificate", async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return asked.length === 1 ? ["127.0.0.1"] : ["10.0.0.1"];
    };
    const egress = createEgress({ allow: readAllowList(`hooks.example.com:${port()}`), ca: [receiver.ca], resolve });
    expect(await egress.post(message())).toBe(204);
    expect(asked).toEqual(["hooks.example.com"]);
    expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.example.com:${port()}`);
  });

  it("is refused when the name leads inside, and nothing is connected to", async () => {
    const calls = receiver.received.length;
    const egress = createEgress({ allow: new Set(), ca: [receiver.ca], resolve: async () => ["93.184.216.34", "127.0.0.1"] });
    const refused = { code: "destination_refused", extra: { reason: "address_forbidden" } };
    await expect(egress.post(message("https://hooks.example.com:8443/a"))).rejects.toMatchObject(refused);
    const metadata = createEgress({ allow: readAllowList(`hooks.example.com:${port()}`), resolve: async () => ["169.254.169.254"] });
    await expect(metadata.post(message())).rejects.toMatchObject(refused);
    expect(receiver.received).toHaveLength(calls);
  });

  it("follows no redirect: the status is the answer", async () => {
    const egress = createEgress({
      allow: readAllowList(`hooks.example.com:${port()}`),
      ca: [receiver.ca],
      resolve: async () => ["127.0.0.1"],
    });
    const calls = receiver.received.length;
    receiver.answers.push({ status: 307, headers: { location: "https://169.254.169.254/" } });
    expect(await egress.post(message())).toBe(307);
    expect(receiver.received).toHaveLength(calls + 1);
  });

  it("takes no certificate of another name or of an authority that nobody knows", async () => {
    const allow = readAllowList(`hooks.example.com:${port()},other.example.com:${port()}`);
    const resolve = async () => ["127.0.0.1"];
    const unreachable = { code: "unavailable", message: "the receiver cannot be reached: its certificate is not good" };
    await expect(createEgress({ allow, resolve }).post(message())).rejects.toMatchObject(unreachable);
    const known = createEgress({ allow, resolve, ca: [receiver.ca] });
    await expect(known.post(message(url("other.example.com")))).rejects.toMatchObject(unreachable);
  });

  it("ends in time when the resolver, the connection or the answer does not come", async () => {
    const silent = createServer((socket) => socket.on("error", () => {}).resume());
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const address = silent.address() as { port: number };
    const allow = readAllowList(`hooks.example.com:${port()},127.0.0.1:${address.port}`);
    const late = { code: "timeout", message: "the receiver did not answer in time" };
    const slow = createEgress({ allow, timeoutMs: 200, resolve: async () => await new Promise<string[]>(() => {}) });
    await expect(slow.post(message())).rejects.toMatchObject(late);
    await expect(createEgress({ allow, timeoutMs: 200 }).post(message(`https://127.0.0.1:${address.port}/`))).rejects.toMatchObject(late);
    receiver.answers.push(null);
    const answerless = createEgress({ allow, timeoutMs: 500, ca: [receiver.ca], resolve: async () => ["127.0.0.1"] });
    await expect(answerless.post(message())).rejects.toMatchObject(late);
    await new Promise((done) => silent.close(done));
  });

  it("sends no body beyond its limit, and no name without an address", async () => {
    const allow = readAllowList(`hooks.example.com:${port()}`);
    const egress = createEgress({ allow, resolve: async () => [] });
    await expect(egress.post({ ...message(), body: "x".repeat(300_000) })).rejects.toMatchObject({ code: "body_too_large" });
    await expect(egress.post(message())).rejects.toMatchObject({ code: "unavailable" });
  });
});
