import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useStop } from "../admin/switch-queries.ts";
import type { Approval, Step } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { fetchRequest } from "../requests/request-queries.ts";
import { UndoLine } from "../requests/undo-line.tsx";
import { aRoleWord } from "../session/role-words.ts";
import { useSession } from "../session/session-context.tsx";
import { Code, Text } from "../text/text.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Instants } from "../ui/instants.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { useClockText } from "../ui/time-text.tsx";

const SETTLED: readonly string[] = ["succeeded", "failed", "rejected", "expired", "cancelled", "skipped", "stale", "unknown"];

/** Steps that depend on this one, directly or not, and that people have still to decide: it runs only once they have. */
function undecidedAfter(step: Step, steps: readonly Step[]): Step[] {
  const after = new Set([step.id]);
  // A chain is at most as long as the plan.
  for (const _round of steps)
    for (const other of steps) if (other.dependsOn.some((dependency) => after.has(dependency.step))) after.add(other.id);
  return steps.filter((other) => other.id !== step.id && after.has(other.id) && (other.state === "pending" || other.state === "proposed"));
}

function StepOutcome({ step, steps }: { step: Step; steps: readonly Step[] }) {
  const m = useMessages();
  const clock = useClockText();
  const stopped = useStop() !== null;
  if (step.receipt) {
    const good = step.receipt.outcome === "succeeded";
    return (
      <span>
        <StateWord state={good ? "succeeded" : step.state} word="" />{" "}
        {good ? m.succeeded(clock(step.receipt.at)) : m.notDone(wordOf(m.stepState, step.state))}, {m.receipt}{" "}
        <Code value={step.receipt.receiptId} />
        {Object.entries(step.receipt.outputs).map(([name, value]) => (
          <span key={name}>
            {" · "}
            <Code value={value} />
          </span>
        ))}
        {step.receipt.detail && (
          <span>
            {" · "}
            <Instants value={step.receipt.code ? m.codeDetail(step.receipt.code, step.receipt.detail) : step.receipt.detail} />
          </span>
        )}
      </span>
    );
  }
  if (SETTLED.includes(step.state))
    return (
      <span>
        <StateWord state={step.state} word={wordOf(m.stepState, step.state)} />
        {step.code && step.reason && (
          <>
            {" · "}
            <Instants value={m.codeDetail(step.code, step.reason)} />
          </>
        )}
      </span>
    );
  if (stopped) return <StateWord state="waiting" word={m.waitsForResume} />;
  const undecided = step.state === "executing" ? [] : undecidedAfter(step, steps);
  if (undecided.length > 0) {
    const places = undecided.map((other) => String(steps.indexOf(other) + 1)).join(", ");
    return <StateWord state="pending" word={m.waitsForDecision(places)} />;
  }
  return <StateWord state="executing" word={step.state === "executing" ? m.executing : m.waitsForStep} />;
}

function WhoDecided({ approval }: { approval: Approval }) {
  const m = useMessages();
  const { user } = useSession();
  const clock = useClockText();
  const last = approval.decisions.at(-1);
  if (approval.state === "expired") return <span>{m.expiredBar(clock(approval.decideBy))}</span>;
  if (approval.state === "withdrawn") return <span>{m.withdrawnBar}</span>;
  if (approval.state === "superseded") return <span>{m.supersededBar}</span>;
  if (!last) return <span>{wordOf(m.approvalState, approval.state)}</span>;
  if (last.by === user)
    return <span>{last.decision === "reject" ? m.youRejected : m.youApproved(approval.given, approval.policy.required)}</span>;
  return (
    <span>
      <Text value={m.otherDecided(last.by, m.decided[last.decision], clock(last.at))} />
    </span>
  );
}

const OVER: readonly string[] = ["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"];

/** The item that asks about this step in a newer plan: the step's own, or that of the only other step of its kind. */
function newItemOf(approval: Approval, steps: readonly Step[]): string | null {
  const asks = (step: Step) => step.approval !== null && step.approval.id !== approval.id;
  const own = steps.find((step) => step.id === approval.stepId);
  if (own) return asks(own) ? (own.approval?.id ?? null) : null;
  const alike = steps.filter((step) => step.agent === approval.agent && step.tool === approval.tool && asks(step));
  return alike.length === 1 ? (alike[0]?.approval?.id ?? null) : null;
}

/** What became of an item: who decided, and the receipt when it is there. Takes the focus after one's own decision. */
export function OutcomeLine({ approval, focus }: { approval: Approval; focus: boolean }) {
  const m = useMessages();
  const announce = useAnnounce();
  const line = useRef<HTMLDivElement>(null);
  const watching = approval.state === "approved" || approval.state === "superseded" || approval.given > 0;
  const request = useQuery({
    queryKey: ["request", approval.requestId],
    queryFn: () => fetchRequest(approval.requestId),
    enabled: watching,
    refetchInterval: (query) => {
      const step = query.state.data?.plan?.steps.find((candidate) => candidate.id === approval.stepId);
      const { data } = query.state;
      if (data && (OVER.includes(data.status) || newItemOf(approval, data.plan?.steps ?? []) !== null)) return false;
      if (approval.state === "superseded") return 1_000;
      return approval.state === "approved" && !(step && SETTLED.includes(step.state)) ? 1_000 : false;
    },
  });
  const step = request.data?.plan?.steps.find((candidate) => candidate.id === approval.stepId);
  const newItem = newItemOf(approval, request.data?.plan?.steps ?? []);
  // A decision that a newer plan did not carry over counts no more, whatever the old item says of itself.
  const isReplaced = approval.state === "superseded" || (approval.state === "approved" && newItem !== null);
  const open = approval.policy.slots.filter((slot) => slot.filledBy === null);
  useEffect(() => {
    if (focus) line.current?.focus();
  }, [focus]);
  useEffect(() => {
    if (step?.receipt) announce(`${m.receipt} ${step.receipt.receiptId}`);
  }, [step?.receipt, announce, m]);
  return (
    <div ref={line} tabIndex={-1} data-outcome className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <WhoDecided approval={approval} />
      {approval.state === "pending" && open.length > 0 && (
        <span className="text-ink-2">{m.waitsForMore(open.map((slot) => aRoleWord(m, slot.role)).join(", "))}</span>
      )}
      {approval.state === "approved" && isReplaced && <span>{m.supersededBar}</span>}
      {isReplaced && newItem !== null && (
        <Link to="/approvals/$id" params={{ id: newItem }} className="text-link underline">
          {m.openNewCard}
        </Link>
      )}
      {approval.state === "approved" && !isReplaced && step && <StepOutcome step={step} steps={request.data?.plan?.steps ?? []} />}
      {step?.undo && <UndoLine undo={step.undo} thread={{ id: approval.threadId, requester: approval.requester }} />}
      <Link to="/requests/$id" params={{ id: approval.requestId }} className="text-link underline">
        {m.openRequest}
      </Link>
    </div>
  );
}
