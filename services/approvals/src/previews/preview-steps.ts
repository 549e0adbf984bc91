import type { PlanStep, Preview, Receipt } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ExecutorPort } from "./ask-executor.ts";
import { previewStep } from "./preview-step.ts";

/** A failure that says which step it was about. */
const aboutStep =
  (stepId: string) =>
  (error: unknown): never => {
    if (!AppError.isInstance(error)) throw error;
    throw new AppError(error.code, { detail: error.message, extra: { ...error.extra, stepId }, cause: error });
  };

/**
 * Previews steps in plan order, level by level: steps whose predecessors are previewed already run side by side, so that every one
 * sees what earlier ones would make. `earlier` are previews of steps that are not asked about again.
 * @throws AppError when an executor does not answer as it must; it names the domain and the step.
 */
export async function previewSteps(
  port: ExecutorPort,
  tenant: string,
  steps: readonly PlanStep[],
  receipts: ReadonlyMap<string, Receipt>,
  earlier: ReadonlyMap<string, Preview> = new Map(),
): Promise<Map<string, Preview>> {
  const done = new Map<string, Preview>();
  const known = new Map(earlier);
  let rest = [...steps];
  while (rest.length > 0) {
    const waiting = new Set(rest.map((step) => step.id));
    const ready = rest.filter((step) => step.dependsOn.every((dependency) => !waiting.has(dependency.step)));
    // A circle cannot be ordered; its steps are previewed together and the plan is refused elsewhere.
    const level = ready.length > 0 ? ready : rest;
    const previews = await Promise.all(
      level.map((step) => previewStep(port, tenant, step, { receipts, previews: known }).catch(aboutStep(step.id))),
    );
    for (const [index, step] of level.entries()) {
      const preview = previews[index];
      if (!preview) continue;
      done.set(step.id, preview);
      known.set(step.id, preview);
    }
    rest = rest.filter((step) => !level.includes(step));
  }
  return done;
}
