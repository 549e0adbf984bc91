import { Eye, SquareCheck, TriangleAlert, UserRound } from "lucide-react";
import { memo } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { RiskBars } from "../ui/risk-bars.tsx";
import { TimeLeft } from "../ui/time-text.tsx";

export interface QueueRowProps {
  item: ApprovalSummary;
  selected: boolean;
  position: number;
  total: number;
  /** The list has one tab stop: the open row, else the first. */
  focusable: boolean;
  user: string | null;
  /** Chosen for a decision over several items; null while none are. */
  chosen: boolean | null;
}

/** One item of the queue in three lines of fixed height. Clicks are handled by the list. */
export const QueueRow = memo(function QueueRow({ item, selected, position, total, focusable, user, chosen }: QueueRowProps) {
  const m = useMessages();
  return (
    <div
      id={`row-${item.id}`}
      role="option"
      aria-selected={selected}
      {...(chosen === null ? {} : { "aria-checked": chosen })}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={focusable ? 0 : -1}
      data-id={item.id}
      className={`row-height grid grid-cols-[1.25rem_1fr] gap-x-1.5 overflow-hidden border-b border-line px-4 py-2 outline-offset-[-2px] ${selected ? "bg-selected shadow-[inset_3px_0_0_var(--brand)]" : "hover:bg-hover"}`}
    >
      <span className="pt-1">
        {chosen === true ? (
          <SquareCheck aria-hidden="true" className="size-4 text-link" strokeWidth={1.9} />
        ) : (
          <RiskBars risk={item.risk} label={m.risk[item.risk]} />
        )}
      </span>
      <span className="min-w-0">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-strong">
            <Text value={item.headline} />
          </span>
          <span className="text-xs text-ink-2">
            {item.state === "pending" ? <TimeLeft until={item.decideBy} /> : wordOf(m.approvalState, item.state)}
          </span>
        </span>
        <span className="block truncate text-ink-2">
          <Text value={item.summary} />
        </span>
        <span className="flex items-center gap-3 overflow-hidden text-xs whitespace-nowrap text-ink-2">
          <AgentBadge agent={item.agent} />
          <span>{m.peopleGiven(item.given, item.policy.required)}</span>
          {item.conflictCount > 0 && (
            <span className="inline-flex items-center gap-1 text-warn-ink">
              <TriangleAlert aria-hidden="true" className="size-3" strokeWidth={1.9} />
              <span className="sr-only">{m.conflictCount(item.conflictCount)}</span>
              <span aria-hidden="true">{item.conflictCount}</span>
            </span>
          )}
          {item.tainted && (
            <span className="inline-flex items-center gap-1 text-taint-ink">
              <Eye aria-hidden="true" className="size-3" strokeWidth={1.9} />
              {m.untrustedText}
            </span>
          )}
          {item.claimedBy !== null && (
            <span className="ml-auto inline-flex min-w-0 items-center gap-1">
              <UserRound aria-hidden="true" className="size-3 shrink-0" strokeWidth={1.9} />
              <Text value={item.claimedBy === user ? m.you : item.claimedBy} />
            </span>
          )}
        </span>
      </span>
    </div>
  );
});
