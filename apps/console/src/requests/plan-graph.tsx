import { FileText, TriangleAlert } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Conflict, Step } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";
import { layoutPlan, neighbour } from "./layout-plan.ts";
import { type Box, phoneGeometry, wideGeometry } from "./plan-geometry.ts";
import { toolSentence } from "./tool-sentence.ts";
import { useStateWords } from "./use-state-words.ts";

const ENDED_BADLY: readonly string[] = ["rejected", "expired", "cancelled", "stale", "failed", "skipped"];

interface NodeProps {
  step: Step;
  number: number;
  box: Box;
  conflicts: number;
  selected: boolean;
  after: string;
  onChoose(id: string): void;
  onKey(id: string, event: KeyboardEvent): void;
}

function GraphNode({ step, number, box, conflicts, selected, after, onChoose, onKey }: NodeProps) {
  const m = useMessages();
  const words = useStateWords();
  const what = toolSentence(m, step.tool, step.args);
  const records = new Set(step.evidence.map((item) => item.record)).size;
  return (
    <button
      type="button"
      id={`graph-${step.id}`}
      data-step={step.id}
      tabIndex={selected ? 0 : -1}
      onClick={() => onChoose(step.id)}
      onKeyDown={(event) => onKey(step.id, event)}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      className={`absolute flex flex-col overflow-hidden rounded-md border bg-surface px-3 py-2 text-left hover:bg-hover ${selected ? "border-brand" : "border-line-strong"}`}
    >
      <span className="flex w-full items-center gap-2 text-xs text-ink-2">
        <AgentBadge agent={step.agent} />
        <span className="ml-auto whitespace-nowrap">{m.step(number)}</span>
      </span>
      <span className="line-clamp-2 w-full flex-1 text-xs font-medium first-letter:uppercase">
        <Text value={what} />
      </span>
      <span className="flex w-full items-center gap-3 text-2xs text-ink-2">
        <StateWord state={words.mark(step.state)} word={words.ofStep(step.state)} />
        {after !== "" && <span className="sr-only">{m.after(after)}</span>}
        {conflicts > 0 && (
          <span className="inline-flex items-center gap-1 text-warn-ink">
            <TriangleAlert aria-hidden="true" className="size-3" strokeWidth={1.9} />
            <span className="sr-only">{m.conflictCount(conflicts)}</span>
            <span aria-hidden="true">{conflicts}</span>
          </span>
        )}
        {records > 0 && (
          <span className="ml-auto inline-flex items-center gap-1">
            <FileText aria-hidden="true" className="size-3" strokeWidth={1.9} />
            <span className="sr-only">{m.graphRecords(records)}</span>
            <span aria-hidden="true">{records}</span>
          </span>
        )}
      </span>
    </button>
  );
}

/** Width of an element, followed as it changes; 0 until it is known. */
function useWidth() {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

export interface PlanGraphProps {
  steps: readonly Step[];
  conflicts: readonly Conflict[];
  /** Shows a step in the list below. */
  onShow(step: string): void;
}

/** The plan's steps with what waits for what. One tab stop; arrows go from step to step; the list below says the same in words. */
export function PlanGraph({ steps, conflicts, onShow }: PlanGraphProps) {
  const m = useMessages();
  const phone = useIsPhone();
  const { ref, width } = useWidth();
  const layout = useMemo(() => layoutPlan(steps), [steps]);
  const picture = phone ? phoneGeometry(layout, width) : wideGeometry(layout);
  const [chosen, setChosen] = useState<string | null>(null);
  const current = steps.some((step) => step.id === chosen) ? chosen : (steps[0]?.id ?? null);
  const numbers = new Map(steps.map((step, index) => [step.id, index + 1]));
  const stateOf = new Map(steps.map((step) => [step.id, step.state]));
  const of = (...ids: string[]) => conflicts.filter((conflict) => ids.every((id) => conflict.steps?.includes(id))).length;
  const choose = (id: string): void => {
    setChosen(id);
    onShow(id);
  };
  const walk = (id: string, event: KeyboardEvent): void => {
    const next = neighbour(layout, id, event.key);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    document.getElementById(`graph-${next}`)?.focus();
  };
  return (
    <section
      ref={ref}
      aria-label={m.graphTitle}
      data-graph
      className="mb-4 overflow-x-auto rounded-lg border border-line bg-canvas p-4 max-wide:border-0 max-wide:p-0"
    >
      <div className="relative" style={{ width: picture.width, height: picture.height }}>
        <svg
          aria-hidden="true"
          focusable="false"
          className="absolute inset-0 overflow-visible"
          width={picture.width}
          height={picture.height}
        >
          {picture.lines.map((line) => {
            const from = stateOf.get(line.from) ?? "";
            const look = ENDED_BADLY.includes(from) ? "stroke-danger" : from === "succeeded" ? "stroke-ok" : "stroke-line-control";
            return (
              <path
                key={`${line.from} ${line.to}`}
                d={line.path}
                fill="none"
                strokeWidth="1.5"
                {...(from === "succeeded" ? {} : { strokeDasharray: "4 4" })}
                className={look}
                data-edge={`${line.from} ${line.to}`}
              />
            );
          })}
        </svg>
        {picture.lines.map(
          (line) =>
            of(line.from, line.to) > 0 && (
              <TriangleAlert
                key={`${line.from} ${line.to}`}
                aria-hidden="true"
                className="absolute size-4 -translate-1/2 bg-canvas text-warn"
                strokeWidth={1.9}
                style={{ left: line.middle.x, top: line.middle.y }}
              />
            ),
        )}
        {steps.map((step, index) => {
          const box = picture.boxes.get(step.id);
          return (
            box && (
              <GraphNode
                key={step.id}
                step={step}
                number={index + 1}
                box={box}
                conflicts={of(step.id)}
                selected={step.id === current}
                onChoose={choose}
                onKey={walk}
                after={step.dependsOn.flatMap((dependency) => numbers.get(dependency.step) ?? []).join(", ")}
              />
            )
          );
        })}
      </div>
      <p className="mt-3 text-xs text-ink-3 max-wide:hidden">{m.graphHint}</p>
    </section>
  );
}
