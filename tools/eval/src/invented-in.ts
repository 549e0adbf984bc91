import type { JsonValue } from "@quartermaster/shared/contracts";
import { inventedFigures } from "./invented-figures.ts";
import type { RequestView, TrajectoryView } from "./views.ts";

/** Results of every tool call that the trajectory of a request holds. */
function toolResults(trajectory: TrajectoryView): JsonValue[] {
  const steps = trajectory.items.flatMap((item) => item.trajectory?.steps ?? []);
  return steps.flatMap((step) => (step.kind === "tool" && step.output !== undefined ? [step.output] : []));
}

/** Figures and keys of the requests' answers that stand in no tool result of their trajectories, and in no step or receipt. */
export function inventedIn(views: readonly Pick<RequestView, "answer" | "plan">[], trajectories: readonly TrajectoryView[]): string[] {
  const done = views.flatMap((view) => (view.plan?.steps ?? []).flatMap(({ args, receipt }) => [args, receipt]));
  const sources = [...trajectories.flatMap(toolResults), ...done];
  return [...new Set(views.flatMap(({ answer }) => (answer === null ? [] : inventedFigures(answer, sources))))];
}
