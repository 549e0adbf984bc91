import type { JsonObject, JsonValue, StepEdit } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "../merge/decimal.ts";
import { isObject, objectsOf, textOf } from "../merge/fields.ts";
import { isKept } from "./is-kept.ts";
import type { StepRow } from "./plan-store.ts";

type Step = Pick<StepRow, "stepId" | "step" | "approval" | "state" | "receipt">;

interface Goods {
  sku: string;
  uom: string | null;
  quantity: string;
}

/** What an edit makes of an amount of goods: a smaller one, or none. */
interface Lessening extends Goods {
  now: string | null;
}

const goodsOf = (holder: JsonObject): Goods | null => {
  const [sku, quantity] = [textOf(holder, "sku"), asDecimal(holder.quantity)];
  return sku === null || quantity === null ? null : { sku, uom: textOf(holder, "uom"), quantity };
};
const allGoods = (args: JsonObject): Goods[] => [args, ...objectsOf(args.lines)].flatMap((holder) => goodsOf(holder) ?? []);
const isSameItem = (a: Goods, b: Goods): boolean => a.sku === b.sku && a.uom === b.uom;

/** Amounts of a step that its edit made smaller. Two lines of one item cannot be told apart by what follows, so they stay out. */
function lesseningsOf(before: JsonObject, after: JsonObject): Lessening[] {
  const [old, now] = [allGoods(before), allGoods(after)];
  return old.flatMap((goods) => {
    if (old.filter((other) => isSameItem(other, goods)).length > 1) return [];
    const left = now.find((other) => isSameItem(other, goods));
    if (left && compareDecimals(left.quantity, goods.quantity) === 0) return [];
    return [{ ...goods, now: left?.quantity ?? null }];
  });
}

/** Steps that hang together with one by dependencies, over any number of steps and in either direction. */
function connected(steps: readonly Step[], from: string): Set<string> {
  const found = new Set([from]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { stepId, step } of steps) {
      for (const { step: before } of step.dependsOn) {
        if (found.has(stepId) === found.has(before)) continue;
        found.add(stepId).add(before);
        grown = true;
      }
    }
  }
  return found;
}

const lesseningOf = (holder: JsonObject, lessenings: readonly Lessening[]): Lessening | undefined => {
  const goods = goodsOf(holder);
  return goods === null
    ? undefined
    : lessenings.find((one) => isSameItem(one, goods) && compareDecimals(one.quantity, goods.quantity) === 0);
};

/** Args with the lessened amounts put in; null when nothing of the step is left. */
function follow(args: JsonObject, lessenings: readonly Lessening[]): JsonObject | null {
  const own = lesseningOf(args, lessenings);
  if (own?.now === null) return null;
  const changed: { [key: string]: JsonValue } = { ...args, ...(own ? { quantity: own.now } : {}) };
  if (!Array.isArray(args.lines)) return changed;
  const lines = args.lines.flatMap((line): JsonValue[] => {
    const one = isObject(line) ? lesseningOf(line, lessenings) : undefined;
    if (one === undefined || !isObject(line)) return [line];
    return one.now === null ? [] : [{ ...line, quantity: one.now }];
  });
  if (lines.length === 0 && args.lines.length > 0) return null;
  return { ...changed, lines };
}

/** The edit of a step that waits for a new revision, or null; whoever rejected the step meanwhile wants none of it. */
export const editOf = (step: Pick<StepRow, "approval">): StepEdit | null =>
  step.approval?.state === "pending" ? (step.approval.edit ?? null) : null;

/**
 * Steps as approvers narrowed them: an edited step has its new args, and whatever hangs together with it and names the same amount of
 * the same goods follows; a step of which nothing is left is gone. Without an edit the steps are as they were.
 */
export function withEdits<S extends Step>(steps: readonly S[]): S[] {
  let current = [...steps];
  for (const { stepId } of steps) {
    const edited = current.find((step) => step.stepId === stepId);
    const edit = edited ? editOf(edited) : null;
    if (!edited || !edit) continue;
    const lessenings = lesseningsOf(edited.step.args, edit.args);
    const group = connected(current, stepId);
    current = current.flatMap((step) => {
      if (step.stepId === stepId) return [{ ...step, step: { ...step.step, args: edit.args } }];
      // What is done or running is a fact, and a step with an edit of its own is what its editor made it.
      if (!group.has(step.stepId) || editOf(step) || isKept(step)) return [step];
      const args = follow(step.step.args, lessenings);
      return args === null ? [] : [{ ...step, step: { ...step.step, args } }];
    });
  }
  return current;
}
