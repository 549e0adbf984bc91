import type { Intent, Question, ToolDescription } from "@quartermaster/shared/contracts";
import { type IntentInput, type IntentOutcome, readIntent } from "../../src/intent/read-intent.ts";

const OFFERED = [
  "transfer_stock",
  "reserve_stock",
  "release_reservation",
  "book_shipment",
  "place_hold",
  "draft_declaration",
  "lodge_declaration",
];
export const TOOLS = OFFERED.map((name) => ({ name, effect: "propose" }) as ToolDescription);
export const USAGE = { modelCalls: 1, promptTokens: 9, completionTokens: 3, cost: null, estimated: true };

export const input = (text: string, more: Partial<IntentInput> = {}): IntentInput => ({
  text,
  language: null,
  threadFields: {},
  history: [],
  pending: null,
  roles: ["planner"],
  agents: ["supply", "transit", "export"],
  tools: TOOLS,
  businessNow: "2031-03-03T08:30:00.000Z",
  model: async (_messages, { schema }) => {
    const properties = schema.properties as Record<string, { items: { enum: string[] } }>;
    return { json: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, part.items.enum])), usage: USAGE };
  },
  ...more,
});

export const intentOf = (outcome: IntentOutcome): Intent => {
  if (outcome.kind !== "intent") throw new Error(`not an intent: ${JSON.stringify(outcome)}`);
  return outcome.intent;
};
export const goalOf = (outcome: IntentOutcome): string =>
  outcome.kind === "intent" ? (outcome.goal.split("\n\n---\n")[0] ?? "") : outcome.kind;
export const after = (first: string, second: string, questions: Question[] = []) =>
  readIntent(
    input(second, {
      history: [{ role: "user", text: first }],
      pending: { questions, openRequest: { id: "req_1", text: first, intent: null } },
    }),
  );
