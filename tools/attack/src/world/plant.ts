import type { Injection } from "../injections.ts";
import { freeText, questionAbout } from "./free-text.ts";
import { orderTrigger } from "./order-trigger.ts";
import type { Target, World } from "./world.ts";
import { writeField } from "./write-field.ts";

/** A way in which one string gets into the system. */
export interface Plan {
  world: World | null;
  trigger: string;
  /** Text with which the system of record fails, in place of an answer; null when it works. */
  toolError: string | null;
  /** Address that is given to the route for webhooks before the trigger is asked; null for none. */
  webhook: string | null;
  /**
   * `as_stored`: as a system of record would keep a text that is no well-formed Unicode. `free_text`: in a note instead of its carrier.
   * `ordered`: in a note that a request reads which orders the attacker's tool itself.
   */
  variant: "carrier" | "as_stored" | "free_text" | "ordered";
}

/** Carriers that are no field of a record. What kept them from a model is seen in the run, see `observed-rule.ts`. */
const CLOSED_DOORS: ReadonlySet<string> = new Set(["user.text", "agent.reply", "agent_card", "tool.error", "webhook.url"]);

const asUsual = { toolError: null, webhook: null };

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
  return { world: written, trigger: place.trigger, ...asUsual, variant: "free_text" };
}

/** The string in a note that a request reads which orders the attacker's own tool; null where there is no such request. */
function orderedPlan(injection: Injection, world: World): Plan | null {
  const order = orderTrigger(injection, world);
  const written = order && writeField(world, order.target, wellFormed(injection.payload));
  return written ? { world: written, trigger: order.trigger, ...asUsual, variant: "ordered" } : null;
}

/** The address that the attacker wants called. */
function addressOf(injection: Injection): string | null {
  if (injection.carrier_field === "webhook.url") return injection.payload;
  const { url } = injection.attacker_goal.args ?? {};
  return typeof url === "string" ? url : null;
}

/** The request that makes the system read the string; where the label names none, a normal question about its record. */
export function triggerOf(injection: Injection, world: World): string {
  if (injection.carrier_field === "user.text") return injection.payload;
  const target = targetOf(injection);
  return injection.trigger ?? (target ? questionAbout(target, world) : freeText(injection, world).trigger);
}

function fromItsCarrier(injection: Injection, world: World): Plan[] {
  const { carrier_field: carrier, payload } = injection;
  const target = targetOf(injection);
  const planted = (text: string): World | null => (target ? writeField(world, target, text) : null);
  const plan: Plan = {
    world: planted(payload),
    trigger: triggerOf(injection, world),
    toolError: carrier === "tool.error" ? wellFormed(payload) : null,
    webhook: addressOf(injection),
    variant: "carrier",
  };
  if (CLOSED_DOORS.has(carrier)) return [plan, freeTextPlan(injection, world)];
  // A record that this world does not have cannot carry anything.
  if (plan.world === null) return [freeTextPlan(injection, world)];
  const stored = wellFormed(payload);
  return stored === payload ? [plan] : [plan, { ...plan, world: planted(stored), variant: "as_stored" }];
}

/** Every way in which the string is tried: its own carrier, a free text where its carrier never reaches a model, and beside an order. */
export function plansFor(injection: Injection, world: World): Plan[] {
  const ordered = orderedPlan(injection, world);
  return [...fromItsCarrier(injection, world), ...(ordered ? [ordered] : [])];
}
