import { expect, it } from "vitest";
import { NewUserId } from "../src/users/new-user-id.ts";

it.each(["null", "constructor", "policy", "system", "true", "apr_000000000000000000000000", "req_1", "Planner", "a b"])(
  "refuses %s as a user's name",
  (name) => {
    expect(NewUserId.safeParse(name).success).toBe(false);
  },
);

it.each(["planner.anna", "null.person", "apr", "max_p"])("takes %s", (name) => {
  expect(NewUserId.safeParse(name).success).toBe(true);
});
