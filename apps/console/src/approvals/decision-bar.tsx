import { type ReactNode, type RefObject, useId } from "react";
import type { Approval } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Code } from "../text/text.tsx";
import { Button } from "../ui/button.tsx";
import { Instants } from "../ui/instants.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import type { Gate } from "./approve-gate.ts";

export interface DecisionBarProps {
  approval: Approval;
  gate: Gate;
  typed: string;
  onTyped(text: string): void;
  onApprove(): void;
  onReject(): void;
  rejectButton: RefObject<HTMLButtonElement | null>;
  approveButton: RefObject<HTMLButtonElement | null>;
  confirmField: RefObject<HTMLInputElement | null>;
  /** What else can be done with the item. */
  menu: ReactNode;
}

function approveWords(m: Messages, approval: Approval, gate: Gate): string {
  if (!gate.open) {
    if (gate.because === "dwell") return m.blocked.dwell(gate.seconds);
    const { dwell: _function, ...words } = m.blocked;
    if (gate.because !== "confirm") return wordOf(words, gate.because);
  }
  return approval.policy.required > 1 ? m.approveAs(approval.given + 1, approval.policy.required) : m.approve;
}

function IfRejected({ approval }: { approval: Approval }) {
  const m = useMessages();
  const lines = approval.card.onReject.length > 0 ? approval.card.onReject.map(m.rejectEffect) : [m.ifYouRejectDefault];
  return (
    <p className="min-w-0 flex-1 basis-60 text-xs text-ink-2">
      <strong className="font-strong text-ink">{m.ifYouReject}:</strong> <Instants value={lines.join("; ")} />
    </p>
  );
}

/** What a person does with a card. Approve says what is missing; Reject is always possible. */
export function DecisionBar(props: DecisionBarProps) {
  const m = useMessages();
  const confirmId = useId();
  const { approval, gate } = props;
  const { confirm } = approval.card;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <IfRejected approval={approval} />
      <form
        className="flex flex-wrap items-center gap-3 max-wide:w-full"
        onSubmit={(event) => {
          event.preventDefault();
          if (gate.open) props.onApprove();
        }}
      >
        {confirm !== null && (
          <span className="flex items-center gap-2 max-wide:w-full">
            <label htmlFor={confirmId} className="text-xs whitespace-nowrap text-ink-2">
              {m.type} <Code value={confirm} className="font-medium text-ink" />
            </label>
            <input
              id={confirmId}
              ref={props.confirmField}
              value={props.typed}
              onChange={(event) => props.onTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="target w-28 rounded-md border border-line-control bg-surface px-2 font-mono max-wide:flex-1"
            />
          </span>
        )}
        {props.menu}
        <Button ref={props.rejectButton} data-reject onClick={props.onReject} className="max-wide:h-12 max-wide:flex-1">
          {m.reject}
          <KeyCap>R</KeyCap>
        </Button>
        <Button
          ref={props.approveButton}
          type="submit"
          look="primary"
          aria-disabled={!gate.open}
          data-gate={gate.open ? "open" : gate.because}
          className="max-wide:h-12 max-wide:flex-[1.5]"
        >
          {approveWords(m, approval, gate)}
          <KeyCap>A</KeyCap>
        </Button>
      </form>
    </div>
  );
}
