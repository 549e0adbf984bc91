import { createServer } from "@quartermaster/shared/http";
import { createLogger } from "@quartermaster/shared/log";
import { afterEach, describe, expect, it } from "vitest";

const server = () => {
  const made = createServer({ log: createLogger({}, "silent"), notReadyBecause: () => null });
  made.post("/echo", async (request) => request.body);
  made.get("/things/:id", async (request) => request.params);
  return made;
};
let open = server();
afterEach(async () => {
  await open.close();
  open = server();
});

const post = (payload: Buffer | string) =>
  open.inject({ method: "POST", url: "/echo", headers: { "content-type": "application/json" }, payload });

describe("the HTTP server", () => {
  it("refuses a NUL in a body, a path and a query, naming the place", async () => {
    expect((await post('{"text":"a\\u0000b"}')).json()).toMatchObject({ status: 400, code: "invalid_json", errors: [{ path: "/text" }] });
    expect((await open.inject("/things/a%00b")).json()).toMatchObject({ status: 400, errors: [{ path: "params:/id" }] });
    expect((await open.inject("/things/a?q=%00")).json()).toMatchObject({ status: 400, errors: [{ path: "querystring:/q" }] });
  });

  it.each(["%00", "a%00b", "%0A", "a%20b", "a%2Fb", "%5C", "a%3Fb", "%23", "%E2%80%AE", "%F3%A0%80%81", "%EE%80%80"])(
    "refuses an id with a character that no id has, naming the field: %s",
    async (id) => {
      expect((await open.inject(`/things/${id}`)).json()).toMatchObject({
        status: 400,
        code: "invalid_request",
        errors: [{ path: "params:/id", message: "a character that no id has" }],
      });
    },
  );

  it("takes ids of every script", async () => {
    expect((await open.inject("/things/urn:epc:id:sgtin-%C3%A4%E6%BC%A2")).json()).toEqual({ id: "urn:epc:id:sgtin-ä漢" });
  });

  it("refuses bytes that are no UTF-8 instead of changing them", async () => {
    const bytes = Buffer.concat([Buffer.from('{"text":"a'), Buffer.from([0xff]), Buffer.from('b"}')]);
    expect((await post(bytes)).json()).toMatchObject({ status: 400, code: "invalid_json" });
    expect((await post(Buffer.from('{"text":"ä"}'))).json()).toEqual({ text: "ä" });
  });

  it("refuses a duplicate member and a body over the limit", async () => {
    expect((await post('{"a":1,"a":2}')).json()).toMatchObject({ status: 400, errors: [{ path: "/a", message: "duplicate member name" }] });
    expect((await post(`{"a":"${"x".repeat(300_000)}"}`)).statusCode).toBe(413);
  });
});
