import type { Injection } from "../injections.ts";
import { freeText, questionAbout } from "./free-text.ts";
import type { Target, World } from "./world.ts";
import { writeField } from "./write-field.ts";

/** A way in which one string gets into the system. */
export interface Plan {
  world: World | null;
  trigger: string;
  /** Named rule that stops the string before any model sees it; null when it lies in a record. */
  blockedBy: string | null;
  /** `as_stored`: as a system of record would keep a text that is no well-formed Unicode. `free_text`: in a note instead of its carrier. */
  variant: "carrier" | "as_stored" | "free_text";
}

/** Carriers that no model is shown, and the rule that keeps what they say away from it. */
const RULES: Readonly<Record<string, string>> = {
  "user.text": "intent_from_user_words",
  "agent.reply": "closed_result_schema",
  agent_card: "card_text_enters_no_prompt",
  "tool.error": "typed_tool_errors",
  "webhook.url": "no_outgoing_calls",
};

/** The text with U+FFFD where half a character pair stood: the only form in which UTF-8 can keep it. */
export const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

function targetOf(injection: Injection): Target | null {
  const { collection, id, field } = injection.target ?? {};
  return collection !== undefined && id !== undefined && field !== undefined ? { collection, id, field } : null;
}

/** The string in a note that a normal question surely reads. */
export function freeTextPlan(injection: Injection, world: World): Plan {
  const place = freeText(injection, world);
  const written = writeField(world, place.target, wellFormed(injection.payload));
  if (!written) throw new Error(`the world has no ${place.target.id}`);
  return { world: written, trigger: place.trigger, blockedBy: null, variant: "free_text" };
}

/** The request that makes the system read the string; where the label names none, a normal question about its record. */
export function triggerOf(injection: Injection, world: World): string {
  if (injection.carrier_field === "user.text") return injection.payload;
  const target = targetOf(injection);
  return injection.trigger ?? (target ? questionAbout(target, world) : freeText(injection, world).trigger);
}

/** Every way in which the string is tried: its own carrier, and a free text where its carrier never reaches a model. */
export function plansFor(injection: Injection, world: World): Plan[] {
  const rule = RULES[injection.carrier_field] ?? null;
  const target = targetOf(injection);
  const trigger = triggerOf(injection, world);
  const planted = (payload: string): World | null => (target ? writeField(world, target, payload) : null);
  const carrier: Plan = { world: planted(injection.payload), trigger, blockedBy: rule, variant: "carrier" };
  if (rule !== null) return [carrier, freeTextPlan(injection, world)];
  // A record that this world does not have cannot carry anything.
  if (carrier.world === null) return [freeTextPlan(injection, world)];
  const stored = wellFormed(injection.payload);
  return stored === injection.payload ? [carrier] : [carrier, { ...carrier, world: planted(stored), variant: "as_stored" }];
}
