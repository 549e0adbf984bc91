import { expect, it } from "vitest";
import { defaultUrl } from "../src/default-url.ts";

it("is approvals of the installation whose port is set, else of the usual one", () => {
  expect(defaultUrl({})).toBe("http://127.0.0.1:8081");
  expect(defaultUrl({ QM_HTTP_PORT: "9080" })).toBe("http://127.0.0.1:9081");
  expect(defaultUrl({ QM_HTTP_PORT: "" })).toBe("http://127.0.0.1:8081");
});
