import type { Preview } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { checkWorld } from "../src/grants/check-before-signing.ts";
import type { PolicyVerdict } from "../src/policy/evaluate-policy.ts";
import { aStepPicture } from "./support/build-picture.ts";
import { aStep } from "./support/build-plan.ts";

const VERDICT: PolicyVerdict = { id: "place_hold.default", version: "1", required: 0, slots: [], why: [] };
const previewOf = (effect: string) => ({ refusal: null, guards: [], effectHash: contentHash({ effect }) }) as unknown as Preview;

const stepThatRefers = () => {
  const args = { shipmentId: { $ref: { step: "a", output: "shipmentId" } }, type: "customer", reason: "papers" };
  const body = aStep("demo", "req_1", { id: "b", agent: "transit", tool: "place_hold", args, dependsOn: ["a"] });
  return { ...aStepPicture("b", { preview: previewOf("hold") }), body };
};

describe("the world right before signing", () => {
  it("is the one on the card while a step with references would do the same", () => {
    expect(checkWorld(stepThatRefers(), previewOf("hold"), VERDICT)).toEqual({ kind: "same" });
  });

  it("has moved when the resolved references make another effect", () => {
    expect(checkWorld(stepThatRefers(), previewOf("another hold"), VERDICT)).toMatchObject({ kind: "moved", code: "effect_mismatch" });
  });
});
