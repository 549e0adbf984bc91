import type { Proposal } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { buildSteps } from "../../src/merge/build-steps.ts";
import { aMergeInput, aProposal } from "./a-proposal.ts";

const plan = (input: Parameters<typeof aMergeInput>[0] & { proposals: Proposal[] }) =>
  buildSteps(aMergeInput(input), input.proposals).steps;

it("leaves the origin of every value that a narrower revision did not change", () => {
  const said = { kind: "requester", text: "as asked" } as const;
  const computed = { kind: "computed" } as const;
  const first = plan({ proposals: [aProposal({ origins: { "/sku": said, "/quantity": said } })] });
  const args = { ...aProposal().args, quantity: "1" };
  const narrowed = first.map((step) => ({ ...step, args }));
  const again = aProposal({ args, origins: { "/sku": computed, "/quantity": computed } });
  const second = plan({ proposals: [again], previousSteps: first, narrowedSteps: narrowed });
  expect(second[0]?.id).toBe(first[0]?.id);
  expect(second[0]?.origins).toEqual({ "/sku": said, "/quantity": computed });
});
