import { describe, expect, it } from "vitest";
import { parseArgs } from "../src/cli/parse-args.ts";
import { readConfig } from "../src/config.ts";
import { checkSettings } from "../src/stack/claim-home.ts";

const check = (env: Record<string, string>, argv = ["start"]) => checkSettings(readConfig(env, "/clone"), parseArgs(argv));

describe("settings that do not go together", () => {
  it.each([
    [{ QM_MODEL: "gpt" }, /QM_MODEL=gpt .*QM_MODEL_BASE_URL/],
    [{ QM_ROUTER_MODEL: "gpt" }, /QM_ROUTER_MODEL=gpt .*QM_MODEL_BASE_URL/],
    [{ OPENAI_API_KEY: "k" }, /QM_MODEL/],
    [{ QM_HTTP_HOST: "0.0.0.0" }, /QM_OIDC_ISSUER/],
  ])("%j is refused with what to set", (env, words) => {
    expect(() => check(env as Record<string, string>)).toThrow(words);
  });

  it.each([{}, { QM_MODEL: "gpt", OPENAI_API_KEY: "k" }, { QM_MODEL: "m", QM_MODEL_BASE_URL: "http://127.0.0.1:1/v1" }])(
    "%j is taken",
    (env) => {
      expect(() => check(env as Record<string, string>)).not.toThrow();
    },
  );
});
