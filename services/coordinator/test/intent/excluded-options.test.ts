import { describe, expect, it } from "vitest";
import { after, goalOf } from "./an-input.ts";

const which = [
  {
    id: "q1",
    text: "Which one?",
    options: [
      { label: "KX-7", text: "KX-7" },
      { label: "KX-8", text: "KX-8" },
    ],
  },
];
const where = [
  {
    id: "q1",
    text: "Where should KX-7 come from?",
    options: [
      { label: "Oslo", text: "Oslo" },
      { label: "Bergen", text: "Bergen" },
    ],
  },
];
const much = [{ id: "amount_unclear", text: 'How much is "2 or 3"?', options: [] }];
const ITEM = "Reserve 4 valves in Oslo for SO-1";
const PLACE = "Reserve 4 KX-7 for SO-1";
const AMOUNT = "Reserve 2 or 3 KX-7 in Oslo for SO-1";

describe("an answer that names an option without choosing it", () => {
  it.each([
    [ITEM, "not KX-7", which],
    [ITEM, "anything but KX-7", which],
    [ITEM, "not the KX-7, please", which],
    [ITEM, "nicht KX-7", which],
    [ITEM, "pas KX-7", which],
    [ITEM, "alles außer KX-7", which],
    [PLACE, "not Oslo", where],
    [PLACE, "why Oslo?", where],
    [PLACE, "warum Oslo?", where],
    [PLACE, "Oslo is full", where],
    [AMOUNT, "not 3", much],
    [AMOUNT, "why not 3?", much],
    [AMOUNT, "what does 3 mean?", much],
  ])('leaves the order as it was: "%s", "%s"', async (order, answer, questions) => {
    const goal = goalOf(await after(order, answer, questions));
    expect(["question", "refusal", "refused", order]).toContain(goal);
  });

  it.each([
    [ITEM, "KX-7", which, "KX-7"],
    [ITEM, "no, KX-8", which, "KX-8"],
    [PLACE, "from Oslo", where, "Oslo"],
    [PLACE, "Oslo please", where, "Oslo"],
    [AMOUNT, "3", much, "3"],
    [AMOUNT, "make it 2", much, "2"],
  ])('completes it: "%s", "%s"', async (order, answer, questions, part) => {
    const goal = goalOf(await after(order, answer, questions));
    expect(goal).not.toBe(order);
    expect(goal).toContain(part);
  });
});
