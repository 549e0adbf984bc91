import { expect, it } from "vitest";
import { checkJsonRpc } from "../src/a2a/check-json-rpc.ts";

const send = (role: string, method = "SendMessage") =>
  checkJsonRpc({ jsonrpc: "2.0", id: 1, method, params: { message: { messageId: "m1", role, parts: [{ text: "hello" }] } } });

it("takes what a user says, and nothing from a caller who speaks as an agent", () => {
  for (const method of ["SendMessage", "SendStreamingMessage"]) {
    expect(send("ROLE_USER", method)).toBeNull();
    const wrong = send("ROLE_AGENT", method);
    expect(wrong).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(JSON.stringify(wrong)).toContain("message.role");
  }
});
