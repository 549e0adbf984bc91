import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "./client.ts";
import { type Stack, startStack } from "./start-stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => await stack?.stop());

const ENDS = ["completed", "incomplete", "refused", "awaiting_input", "failed"];
async function ask(tenant: Tenant, text: string) {
  const id = await tenant.submit("planner.anna", { text });
  return await tenant.reaches(id, ENDS);
}

describe("what a user asks to remember", () => {
  it("is kept by the agent that was told, and told back in another thread", async () => {
    const tenant = await freshTenant(stack);
    const told = await ask(tenant, "Remember that my default site is Hamburg. How much VLV-050 is in Hamburg?");
    expect(told.status).toBe("completed");
    expect(told.answer).toMatch(/LOC-HAM/);
    const thread = (await tenant.call("planner.anna", `/v1/threads/${told.threadId}`)).body;
    expect(thread.remembered).toEqual([
      expect.objectContaining({ fact: { name: "defaultSite", value: expect.objectContaining({ id: expect.any(String) }) } }),
    ]);
    const back = await ask(tenant, "What do you remember about me? How much VLV-080 is in Hamburg?");
    expect(back.threadId).not.toBe(told.threadId);
    expect(back.answer).toMatch(/default site is/);
  });
});
