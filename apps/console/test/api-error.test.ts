import { expect, it } from "vitest";
import { ApiError, isLost } from "../src/api/api-error.ts";

const failed = (status: number, code: string) => new ApiError({ status, code, title: "", detail: "" });

it.each([
  ["network", 0, true],
  ["lost", 0, true],
  ["unavailable", 503, true],
  ["in_progress", 409, true],
  ["already_decided", 409, false],
  ["idempotency_mismatch", 409, false],
  ["internal", 500, false],
])("%s (%i) is asked again under the same key: %s", (code, status, again) => {
  expect(isLost(failed(status, code))).toBe(again);
});
