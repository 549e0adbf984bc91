import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { RequestView, Step } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { Code, Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { Instants } from "../ui/instants.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { useClockText } from "../ui/time-text.tsx";
import { ToolName } from "../ui/tool-name.tsx";
import { toolSentence } from "./tool-sentence.ts";
import type { UndoThread } from "./undo-body.ts";
import { UndoLine } from "./undo-line.tsx";
import { useStateWords } from "./use-state-words.ts";

function PeopleLine({ step }: { step: Step }) {
  const m = useMessages();
  const { approval } = step;
  if (approval === null || approval.required === 0)
    return step.state === "proposed" ? null : <span className="text-ink-2">{m.byPolicy}</span>;
  const given = approval.slots.filter((slot) => slot.filledBy !== null).length;
  return (
    <Link to="/approvals/$id" params={{ id: approval.id }} className="text-link underline">
      {m.given(given, approval.required)} ({approval.slots.map((slot) => roleWord(m, slot.role)).join(", ")})
    </Link>
  );
}

function ReceiptLine({ step, thread }: { step: Step; thread: UndoThread }) {
  const m = useMessages();
  const clock = useClockText();
  const { receipt } = step;
  if (receipt === null) return null;
  return (
    <div
      className="mt-2 rounded-md bg-ok-wash px-3 py-2 text-ok-ink data-[bad=true]:bg-warn-wash data-[bad=true]:text-warn-ink"
      data-bad={receipt.outcome !== "succeeded"}
      data-receipt={receipt.receiptId}
    >
      <p className="flex flex-wrap gap-x-3">
        <span className="font-strong">{m.receiptAt(clock(receipt.at))}</span>
        <Code value={receipt.receiptId} />
        {Object.entries(receipt.outputs).map(([name, value]) => (
          <Code key={name} value={value} className="font-medium" />
        ))}
      </p>
      {receipt.detail && <Instants value={receipt.code ? m.codeDetail(receipt.code, receipt.detail) : receipt.detail} />}
      <p className="text-xs">
        {m.receiptWrote}: <Code value={receipt.records.map((record) => `${record.record}@${record.version}`).join(", ") || "–"} />
      </p>
      {step.undo && <UndoLine undo={step.undo} thread={thread} />}
    </div>
  );
}

interface StepItemProps {
  step: Step;
  number: number;
  numbers: ReadonlyMap<string, number>;
  thread: UndoThread;
}

function StepItem({ step, number, numbers, thread }: StepItemProps) {
  const m = useMessages();
  const words = useStateWords();
  const after = step.dependsOn.flatMap((dependency) => numbers.get(dependency.step) ?? []);
  const rejection = step.decidedBy?.find((decision) => decision.decision === "reject");
  // A person's reason is shown as it was given; one of the product has a code, and words for it.
  const why = rejection?.reason ?? (step.reason && step.code ? m.codeDetail(step.code, step.reason) : step.reason);
  return (
    <li id={`step-${step.id}`} tabIndex={-1} className="border-line px-4 py-3 outline-offset-[-2px] not-first:border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <span>{m.step(number)}</span>
        <AgentBadge agent={step.agent} />
        <ToolName tool={step.tool} />
        {after.length > 0 && <span>{m.after(after.join(", "))}</span>}
        <span className="ml-auto">
          <StateWord state={words.mark(step.state)} word={words.ofStep(step.state)} />
        </span>
      </div>
      <p className="mt-1 font-medium first-letter:uppercase">
        <Text value={toolSentence(m, step.tool, step.args)} />
      </p>
      <p className="text-xs">
        <PeopleLine step={step} />
      </p>
      {why && (
        <p className="mt-1 text-xs text-ink-2">
          {m.reasonGiven}: <Instants value={why} />
        </p>
      )}
      <ReceiptLine step={step} thread={thread} />
    </li>
  );
}

const PlanGraph = lazy(() => import("./plan-graph.tsx").then((module) => ({ default: module.PlanGraph })));
/** Beyond that a picture says less than the list. */
const MOST_NODES = 40;

const showStep = (id: string): void => {
  const row = document.getElementById(`step-${id}`);
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
};

/** The plan as a graph of what waits for what, and as a numbered list in execution order, receipts under their steps. */
export function PlanList({ request }: { request: RequestView }) {
  const m = useMessages();
  const { plan } = request;
  const numbers = new Map(plan?.steps.map((step, index) => [step.id, index + 1]) ?? []);
  return (
    <section className="min-w-0">
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-sm font-strong">
        {m.planTitle} {plan && <span className="font-body text-ink-2">{m.planSummary(plan.revision, plan.steps.length)}</span>}
      </h2>
      {plan === null || plan.steps.length === 0 ? (
        <p className="text-ink-2">{m.planNothing}</p>
      ) : (
        <>
          {plan.steps.length > 1 && plan.steps.length <= MOST_NODES && (
            <Suspense fallback={null}>
              <PlanGraph steps={plan.steps} conflicts={plan.conflicts} onShow={showStep} />
            </Suspense>
          )}
          <ol className="rounded-lg border border-line bg-surface">
            {plan.steps.map((step, index) => (
              <StepItem
                key={step.id}
                step={step}
                number={index + 1}
                numbers={numbers}
                thread={{ id: request.threadId, requester: request.requester }}
              />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
