import type { Preview } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { checkWorld } from "../src/grants/check-before-signing.ts";
import type { PolicyOutcome, PolicyVerdict } from "../src/policy/evaluate-policy.ts";
import { aStepPicture } from "./support/build-picture.ts";
import { aStep } from "./support/build-plan.ts";

const VERDICT: PolicyVerdict = { id: "place_hold.default", version: "1", required: 0, slots: [], why: [] };
const ASKS: PolicyOutcome = { kind: "asks", verdict: VERDICT, lines: [] };
const previewOf = (effect: string) => ({ refusal: null, guards: [], effectHash: contentHash({ effect }) }) as unknown as Preview;

const stepThatRefers = () => {
  const args = { shipmentId: { $ref: { step: "a", output: "shipmentId" } }, type: "customer", reason: "papers" };
  const body = aStep("demo", "req_1", { id: "b", agent: "transit", tool: "place_hold", args, dependsOn: ["a"] });
  return { ...aStepPicture("b", { preview: previewOf("hold") }), body };
};

describe("the world right before signing", () => {
  it("is the one on the card while a step with references would do the same", () => {
    expect(checkWorld(stepThatRefers(), previewOf("hold"), ASKS)).toEqual({ kind: "same", verdict: VERDICT });
  });

  it("has moved when the policy in force by now forbids the action at any level", () => {
    const refuses: PolicyOutcome = { kind: "refuses", id: "x", version: "2", code: "not_here", detail: "never", lines: [] };
    expect(checkWorld(stepThatRefers(), previewOf("hold"), refuses)).toEqual({ kind: "moved", code: "not_here", detail: "never" });
  });

  it("asks anew when the policy in force by now wants somebody that the card did not name", () => {
    const step = { ...stepThatRefers(), policy: VERDICT };
    const verdict: PolicyVerdict = { ...VERDICT, version: "2", required: 1, slots: ["ops_director"] };
    expect(checkWorld(step, previewOf("hold"), { kind: "asks", verdict, lines: [] })).toEqual({ kind: "policy", verdict });
  });

  it("has moved when the resolved references make another effect", () => {
    expect(checkWorld(stepThatRefers(), previewOf("another hold"), ASKS)).toMatchObject({ kind: "moved", code: "effect_mismatch" });
  });
});
