import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useLive } from "../live/live-context.tsx";
import { useTick } from "../live/use-tick.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Text } from "../text/text.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { useKeys } from "../ui/use-keys.ts";
import type { LoadedApproval } from "./approval-queries.ts";
import { approveGate, DWELL_MS } from "./approve-gate.ts";
import { cannotDecideSentence } from "./cannot-decide.ts";
import { CardBody } from "./card-body.tsx";
import { cardKey } from "./card-key.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { findUnshowable } from "./find-unshowable.ts";
import { ItemMenu } from "./item-menu.tsx";
import { leaveOf } from "./leave-of.ts";
import { OutcomeLine } from "./outcome-line.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useCardCheck } from "./use-card-check.ts";
import { type DecisionState, useDecision } from "./use-decision.ts";
import { useDwell } from "./use-dwell.ts";
import { useReachedEnd } from "./use-reached-end.ts";

export interface ApprovalCardProps {
  loaded: LoadedApproval;
  /** Newest state from the server when its card differs from the one shown. */
  newer: LoadedApproval | null;
  onShowNewer(): void;
}

function DecisionNews({ state, onRetry }: { state: DecisionState; onRetry(): void }) {
  const m = useMessages();
  if (state.kind === "lost") {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-warn-ink">
        {state.giveUp ? m.lostAnswerRetry : m.lostAnswer}
        {state.giveUp && <Button onClick={onRetry}>{m.askAgainNow}</Button>}
      </p>
    );
  }
  if (state.kind !== "refused") return null;
  const { problem } = state;
  return (
    <p role="alert" className="text-danger-ink">
      {Object.hasOwn(m.refusals, problem.code) ? (
        wordOf(m.refusals, problem.code)
      ) : (
        <Text value={problem.detail || problem.title || problem.code} />
      )}
    </p>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-surface px-4 py-3 wide:px-8 max-wide:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto flex w-full max-w-[var(--card-width)] flex-col gap-2">{children}</div>
    </div>
  );
}

/** One approval: the same component in the queue, alone on a page and on the phone. */
export function ApprovalCard({ loaded, newer, onShowNewer }: ApprovalCardProps) {
  const m = useMessages();
  const announce = useAnnounce();
  const { user } = useSession();
  const live = useLive();
  useTick(5);
  const { approval } = loaded;
  const { card } = approval;
  const key = cardKey(approval);
  const [typed, setTyped] = useState("");
  const [rejecting, setRejecting] = useState(false);
  const check = useCardCheck(card);
  const unshowable = useMemo(() => findUnshowable(card), [card]);
  const dwelledMs = useDwell(key, DWELL_MS[approval.risk]);
  const { end, reached } = useReachedEnd(key);
  const { state, decide, retry } = useDecision(loaded);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  const confirmField = useRef<HTMLInputElement>(null);

  const busy = state.kind === "sending" || state.kind === "lost";
  const gate = approveGate({
    risk: approval.risk,
    dwelledMs,
    reachedEnd: reached,
    confirm: card.confirm,
    typed,
    hash: check.state,
    silentMs: Date.now() - loaded.readAt,
    streamLive: live.state === "live",
    online: live.online,
    unshowable: unshowable.length > 0,
    sending: busy,
  });
  const leave = leaveOf(approval);
  const mayDecide = leave.approve && newer === null;
  const mayReject = leave.reject && newer === null;
  const decidedByMe = approval.decisions.some((decision) => decision.by === user);
  const approve = (): void => {
    if (check.hash !== null) decide({ decision: "approve" }, check.hash);
  };
  const reject = (reasonCode: string, text: string): void => {
    setRejecting(false);
    decide({ decision: "reject", reasonCode, ...(text === "" ? {} : { reason: text }) }, card.hash);
  };
  useEffect(() => {
    if (state.kind === "refused") announce(wordOf(m.refusals, state.problem.code), true);
  }, [state, announce, m]);
  useEffect(() => {
    if (mayDecide && document.activeElement?.hasAttribute("data-card-pane")) rejectButton.current?.focus({ preventScroll: true });
  }, [mayDecide]);
  useKeys({ r: () => setRejecting(true) }, mayReject);
  useKeys(
    {
      a: () => (card.confirm !== null && typed.trim() !== card.confirm ? confirmField.current?.focus() : approveButton.current?.focus()),
    },
    mayDecide,
  );
  return (
    <article aria-labelledby="card-headline" className="flex min-h-full flex-col bg-surface">
      <div className={`mx-auto w-full max-w-[884px] flex-1 px-4 pt-6 pb-10 wide:px-8 ${newer ? "opacity-50" : ""}`}>
        {approval.claimedBy !== null && approval.claimedBy !== user && approval.state === "pending" && (
          <p className="mb-3 text-xs text-ink-2">{m.lookingAt(approval.claimedBy)}</p>
        )}
        <CardBody approval={approval} check={check} unshowable={unshowable} />
        <div ref={end} className="h-px" />
      </div>
      <Bar>
        <DecisionNews state={state} onRetry={retry} />
        {newer !== null && (
          <p role="alert" className="flex flex-wrap items-center justify-between gap-3">
            {m.changedBar}
            <Button look="primary" onClick={onShowNewer}>
              {m.showNew}
            </Button>
          </p>
        )}
        {!mayDecide && newer === null && (
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1">
              {approval.state !== "pending" || decidedByMe ? (
                <OutcomeLine approval={approval} focus={state.kind === "done"} />
              ) : (
                <p className="py-1">{cannotDecideSentence(m, approval)}</p>
              )}
            </div>
            {/* Whoever cannot decide an item can still say something about it. */}
            <ItemMenu loaded={loaded} />
            {mayReject && (
              <Button ref={rejectButton} data-reject onClick={() => setRejecting(true)}>
                {m.reject}
                <KeyCap>R</KeyCap>
              </Button>
            )}
          </div>
        )}
        {mayDecide && (
          <DecisionBar
            approval={approval}
            gate={gate}
            typed={typed}
            onTyped={setTyped}
            onApprove={approve}
            onReject={() => setRejecting(true)}
            rejectButton={rejectButton}
            approveButton={approveButton}
            confirmField={confirmField}
            menu={<ItemMenu loaded={loaded} />}
          />
        )}
      </Bar>
      <RejectDialog
        open={rejecting && mayReject}
        onClose={() => setRejecting(false)}
        headline={card.headline}
        requester={approval.requester}
        onReject={reject}
      />
    </article>
  );
}
