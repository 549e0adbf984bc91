import { describe, expect, it } from "vitest";
import { readAgentConfig } from "../src/service/agent-config.ts";

const env = (over: Record<string, string>) => ({
  QM_HTTP_PORT: "8100",
  QM_DATABASE_URL: "postgres://localhost/qm_supply",
  QM_NATS_URL: "nats://localhost:4222",
  QM_NATS_SEED_FILE: "supply.nk",
  QM_NATS_ROLE: "supply",
  QM_SIGNING_KEY_FILE: "key.json",
  QM_PUBLIC_KEYS_FILE: "public.json",
  QM_MODEL_BASE_URL: "http://localhost:1/v1",
  QM_MODEL: "m",
  ...over,
});

describe("settings of an agent", () => {
  it.each([
    ["supply,transit", true],
    ["transit", false],
    ["1", true],
    ["0", false],
    ["true", true],
    ["false", false],
    ["", false],
  ])("QM_CODE_TOOLS=%s for supply means %s", (value, programs) => {
    expect(readAgentConfig(env({ QM_CODE_TOOLS: value })).codeTools).toBe(programs);
  });

  it("refuse what is no list of agents and no list of servers", () => {
    expect(() => readAgentConfig(env({ QM_CODE_TOOLS: "supply transit" }))).toThrow(/QM_CODE_TOOLS/);
    expect(() => readAgentConfig(env({ QM_MCP_TOOLS: "{" }))).toThrow(/QM_MCP_TOOLS/);
  });
});
