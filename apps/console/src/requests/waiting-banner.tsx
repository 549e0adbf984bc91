import { Link } from "@tanstack/react-router";
import { CircleHelp, UsersRound } from "lucide-react";
import { useStop } from "../admin/switch-queries.ts";
import type { RequestView, Step } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { aRoleWord } from "../session/role-words.ts";
import { useSession } from "../session/session-context.tsx";
import { Text } from "../text/text.tsx";
import { TimeLeft, useClockText } from "../ui/time-text.tsx";
import { isFinal } from "./request-queries.ts";

const pendingSteps = (request: RequestView): Step[] =>
  request.plan?.steps.filter((step) => step.state === "pending" && step.approval !== null && step.approval.required > 0) ?? [];

function sentence(m: Messages, request: RequestView, me: string | null, pending: readonly Step[], stopped: boolean): string {
  if (request.attention)
    return request.openIssues.some(({ code }) => code === "attempts_exhausted") ? m.waitingForMove : m.waitingForOutcome;
  if (request.status === "awaiting_input") return request.requester === me ? m.waitingForAnswer : m.waitingForRequester(request.requester);
  if (request.status === "awaiting_approval") {
    const roles = new Set(
      pending.flatMap((step) => step.approval?.slots.filter((slot) => slot.filledBy === null).map((slot) => aRoleWord(m, slot.role)) ?? []),
    );
    return roles.size === 0 ? m.waitingForPlan : m.waitingForRole([...roles].join(", "));
  }
  if (request.status !== "executing") return m.waitingForAgents;
  return stopped ? m.waitingForResume : m.waitingForExecution;
}

/** What the request waits for, for whom, until when, and the way there. */
export function WaitingBanner({ request }: { request: RequestView }) {
  const m = useMessages();
  const { user } = useSession();
  const stopped = useStop() !== null;
  const clock = useClockText();
  if (isFinal(request.status)) return null;
  const pending = pendingSteps(request);
  const first = pending[0];
  const approvals = pending.flatMap((step) => step.decidedBy?.filter((decision) => decision.decision === "approve") ?? []);
  const nobody = pending.find((step) => step.approval?.noEligibleApprover)?.approval?.noEligibleApprover;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3">
      {request.attention ? (
        <CircleHelp aria-hidden="true" className="size-5 text-warn" strokeWidth={1.9} />
      ) : (
        <UsersRound aria-hidden="true" className="size-5 text-brand" strokeWidth={1.9} />
      )}
      <p className="min-w-0 flex-1">
        <strong className="font-strong">
          <Text value={sentence(m, request, user, pending, stopped)} />
        </strong>{" "}
        {approvals.map((decision) => (
          <span key={decision.user} className="text-ink-2">
            <Text value={m.approvedAt(decision.user, clock(decision.at))} />{" "}
          </span>
        ))}
        {first?.approval?.decideBy && (
          <span className="text-ink-2">
            <TimeLeft until={first.approval.decideBy} say={m.expiresInSentence} />
          </span>
        )}
        {stopped && request.status === "awaiting_approval" && <span className="block text-ink-2">{m.approvedWillWait}</span>}
        {nobody && <span className="block text-warn-ink">{m.noEligibleApprover(nobody)}</span>}
      </p>
      {first?.approval && (
        <Link
          to="/approvals/$id"
          params={{ id: first.approval.id }}
          className="target inline-flex items-center rounded-md bg-brand px-4 font-medium text-on-solid hover:bg-brand-hover"
        >
          {m.openApproval}
        </Link>
      )}
    </div>
  );
}
