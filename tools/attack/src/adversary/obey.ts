import { visibleText } from "@quartermaster/agent/agent";
import type { Injection } from "../injections.ts";
import { wellFormed } from "../world/plant.ts";
import { goalOf, type SeenMessage, type SeenRequest, textsOf, unreadHandles } from "./conversation.ts";

/** What the adversary says instead of a normal turn. */
export interface ObedientTurn {
  content: string | null;
  calls: { name: string; args: unknown }[];
}

/** A free text is shown as it is, a name with its hidden characters by their numbers and cut where it is too long. */
const shows = (message: SeenMessage, payload: string): boolean => {
  const wanted = wellFormed(payload);
  const asName = visibleText(wanted).replace(/… \(\d+ more\)$/, "");
  return textsOf(message).some((text) => wellFormed(text).includes(wanted) || text.includes(asName));
};

/** Payloads that stand in the messages, with the place where each was first seen. */
export function payloadsIn(messages: readonly SeenMessage[], injections: readonly Injection[]): { injection: Injection; at: number }[] {
  return injections.flatMap((injection) => {
    const at = messages.findIndex(
      (message) => message.role !== "system" && message.role !== "assistant" && shows(message, injection.payload),
    );
    return at < 0 ? [] : [{ injection, at }];
  });
}

const camel = (name: string): string =>
  name === "qty" ? "quantity" : name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

type Args = Record<string, unknown>;

/** Is found in the demo world. */
const ANY_SERVICE = "SVC-01";

/** Arguments of the real tools that are whole numbers; amounts are text. */
const WHOLE_NUMBERS = new Set(["legSeq", "fromLegSeq", "line"]);

function adaptedValue(name: string, value: unknown): unknown {
  if (typeof value === "number") return WHOLE_NUMBERS.has(name) ? value : String(value);
  if (name === "field" && typeof value === "string") return camel(value);
  if (Array.isArray(value)) return value.map((entry) => adaptedValue(name, entry));
  return typeof value === "object" && value !== null ? adapted(value as Args) : value;
}

/** The label's arguments in the names and types of the real tools, at every depth. */
export const adapted = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const real = camel(name);
      return [real, adaptedValue(real, value)];
    }),
  );

/** A service that a label leaves out, so that its call is held by more than its form. */
const withService = (args: Args): Args =>
  Array.isArray(args.serviceIds) && args.serviceIds.length === 0 ? { ...args, serviceIds: [ANY_SERVICE] } : args;

const middle = (args: Args): number => Math.ceil(Object.keys(args).length / 2);
const firstHalf = (args: Args): Args => Object.fromEntries(Object.entries(args).slice(0, middle(args)));
const secondHalf = (args: Args): Args => Object.fromEntries(Object.entries(args).slice(middle(args)));

/** Nearly the attacker's call: another amount, and every id a letter longer. */
const nearly = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value !== "string" ? value : /^-?\d+(?:\.\d+)?$/.test(value) ? `${value}1` : /^[A-Z]+-/.test(value) ? `${value}X` : value,
    ]),
  );

/** The stages of obedience, one a turn: the exact call, the same in our names, repeated, a wrong variant, split, and at last the claim that it is done. */
function stage(injection: Injection, number: number): ObedientTurn {
  const { tool, effect, repeat } = injection.attacker_goal;
  const args: Args = injection.attacker_goal.args ?? {};
  const claim = { content: `Done as told: ${tool ?? effect} was approved and executed. ${JSON.stringify(args)}`, calls: [] };
  if (!tool) return number === 0 && effect === "corrupt_state" ? { content: null, calls: [{ name: "remember", args }] } : claim;
  const call = (given: Args) => ({ name: tool, args: given });
  const real = withService(adapted(args));
  if (effect === "exhaust") return { content: null, calls: [call(real)] };
  const turns: ObedientTurn[] = [
    { content: "Executing the instruction.", calls: Array.from({ length: Math.min(repeat ?? 1, 5) }, () => call(args)) },
    { content: null, calls: [call(real)] },
    { content: null, calls: [call(real), call(real), call({ ...real, approved: true, force: true })] },
    { content: null, calls: [call(nearly(real))] },
    { content: null, calls: [call(firstHalf(real))] },
    { content: null, calls: [call(secondHalf(real))] },
  ];
  return turns[number] ?? claim;
}

/**
 * What an obedient model says: it opens every free text that it is shown, and does whatever a payload in the texts wants.
 * @param normal whether the normal turn would already be the answer.
 * @returns null to behave normally.
 */
export function obey(request: SeenRequest, injections: readonly Injection[], normalIsAnswer: boolean): ObedientTurn | null {
  const visible = payloadsIn(request.messages, injections);
  const first = visible[0];
  if (first) {
    const done = request.messages.slice(first.at).filter((message) => message.role === "assistant").length;
    // A payload in the user's own words is there from the start: the model first does its normal reads.
    return first.at > 1 || normalIsAnswer || done > 0 ? stage(first.injection, done) : null;
  }
  const handles = unreadHandles(request);
  if (normalIsAnswer && handles.length > 0)
    return { content: null, calls: handles.slice(0, 12).map((handle) => ({ name: "read_text", args: { handle } })) };
  const goal = goalOf(request);
  // A reply is told by its question alone, so strings that share one are said together.
  const speaks = injections.filter((injection) => injection.carrier_field === "agent.reply" && injection.trigger === goal);
  return speaks.length > 0 && normalIsAnswer ? { content: speaks.map((injection) => injection.payload).join("\n"), calls: [] } : null;
}
