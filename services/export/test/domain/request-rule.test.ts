import { expect, it } from "vitest";
import type { Declaration } from "../../src/domain/declaration.ts";
import { stateProblem } from "../../src/domain/request-rule.ts";

const inState = (state: string, regime = "EU-AES") => ({ id: "EXD-1", version: 3, state, regime }) as unknown as Declaration;
const codeOf = (...input: Parameters<typeof stateProblem>) => stateProblem(...input)[0]?.code ?? "";

it("proves no exit of what is not released, and corrects exited goods only where the rules allow it", () => {
  expect(codeOf(inState("accepted"), "exit_evidence")).toBe("not_released_yet");
  expect(codeOf(inState("released"), "exit_evidence")).toBe("");
  expect(codeOf(inState("exited"), "amend")).toBe("declaration_terminal");
  expect(codeOf(inState("exited", "US-EEI"), "amend")).toBe("");
  expect(codeOf(inState("exited", "US-EEI"), "invalidate")).toBe("declaration_terminal");
});
