import { JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { type Message, Party, subjectOf } from "./message.ts";

/** How a party behaves towards the messages that a rule matches; a field left out matches everything. */
export const Rule = z.strictObject({
  party: Party,
  tenant: z.string().max(40).optional(),
  tool: z.string().max(60).optional(),
  subject: z.string().max(80).optional(),
  /**
   * accept: the usual yes. reject: a no that comes as an event, with `reason`. refuse: a no at once, nothing is taken in.
   * control: customs accepts and then looks at the goods. release: customs accepts and releases. silent: taken in, never answered.
   */
  answer: z.enum(["accept", "reject", "refuse", "control", "release", "silent"]).default("accept"),
  /**
   * How the HTTP answer goes missing. response: the message is taken in and the connection breaks. request: the connection breaks
   * and nothing is taken in.
   */
  lost: z.enum(["response", "request"]).optional(),
  /** break: every look-up of the party (and tenant) breaks while the rule stands; such a rule says nothing about new messages. */
  lookups: z.literal("break").optional(),
  /** Time from taking in to the answer's event. */
  delayMs: z.number().int().min(0).max(3_600_000).optional(),
  reason: z.string().min(1).max(300).optional(),
  /** Members put into the event's `what`, e.g. a number of their own. */
  what: JsonObject.optional(),
  /** Messages that the rule is good for; left out it stays. */
  times: z.number().int().min(1).max(1_000).optional(),
});
export type Rule = z.infer<typeof Rule>;

/** Rules on demand. The newest that matches decides. */
export interface RuleBook {
  add(rule: Rule): void;
  clear(): void;
  list(): readonly Rule[];
  /** The rule for a message, counted as used; null for the usual behaviour. */
  take(party: Party, message: Message): Rule | null;
  /** True while a look-up of a tenant's message is to break. */
  breaksLookup(party: Party, tenant: string): boolean;
}

/** More rules than any test or demo needs; the oldest give way. */
const MOST_RULES = 200;

/** Makes an empty book. */
export function createRuleBook(): RuleBook {
  let rules: { rule: Rule; left: number }[] = [];
  const fits = (rule: Rule, party: Party, message: Message): boolean =>
    rule.lookups === undefined &&
    rule.party === party &&
    (rule.tenant === undefined || rule.tenant === message.tenant) &&
    (rule.tool === undefined || rule.tool === message.tool) &&
    (rule.subject === undefined || rule.subject === subjectOf(message));
  return {
    add(rule) {
      rules = [{ rule, left: rule.times ?? Number.POSITIVE_INFINITY }, ...rules].slice(0, MOST_RULES);
    },
    clear() {
      rules = [];
    },
    breaksLookup: (party, tenant) =>
      rules.some(({ rule }) => rule.lookups === "break" && rule.party === party && (rule.tenant === undefined || rule.tenant === tenant)),
    list: () => rules.map((entry) => entry.rule),
    take(party, message) {
      const found = rules.find((entry) => fits(entry.rule, party, message));
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) rules = rules.filter((entry) => entry !== found);
      return found.rule;
    },
  };
}
