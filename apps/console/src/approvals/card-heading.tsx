import { Link } from "@tanstack/react-router";
import { Clock as ClockIcon, Eye, TriangleAlert, UsersRound } from "lucide-react";
import type { Approval } from "../api/types.ts";
import { useLanguage, useMessages } from "../messages/use-messages.tsx";
import { toolSentence } from "../requests/tool-sentence.ts";
import { Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { Chip } from "../ui/chip.tsx";
import { RiskBars } from "../ui/risk-bars.tsx";
import { TimeLeft } from "../ui/time-text.tsx";
import { ToolName } from "../ui/tool-name.tsx";
import { ItemSentence } from "./item-sentence.tsx";

const RISK_TONE = { 1: "grey", 2: "amber", 3: "red" } as const;

function MetaLine({ approval }: { approval: Approval }) {
  const m = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
      <AgentBadge agent={approval.agent} className="text-sm" />
      <ToolName tool={approval.tool} />
      <span>{m.stepOf(approval.stepNumber, approval.stepCount)}</span>
      <span>{m.planRevision(approval.planRevision)}</span>
      <Link to="/requests/$id" params={{ id: approval.requestId }} className="text-link underline">
        {m.openRequest}
      </Link>
      {approval.state === "pending" && (
        <span className="ml-auto inline-flex items-center gap-1.5 text-sm">
          <ClockIcon aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
          <TimeLeft until={approval.decideBy} say={m.expiresIn} />
        </span>
      )}
    </div>
  );
}

function Chips({ approval }: { approval: Approval }) {
  const m = useMessages();
  const { card, policy } = approval;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Chip tone={RISK_TONE[approval.risk]}>
        <RiskBars risk={approval.risk} />
        {m.risk[approval.risk]}
      </Chip>
      <Chip>
        <UsersRound aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
        {m.people(policy.required, approval.given)}
      </Chip>
      {card.conflicts.length > 0 && (
        <Chip tone="amber">
          <TriangleAlert aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
          {m.conflictCount(card.conflicts.length)}
        </Chip>
      )}
      {card.tainted && (
        <Chip tone="magenta">
          <Eye aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
          {m.readUntrusted}
        </Chip>
      )}
    </div>
  );
}

/** Sections 1 to 3 of a card: where it comes from, what it is, how grave it is. */
export function CardHeading({ approval }: { approval: Approval }) {
  const { messages: m, language } = useLanguage();
  const { headline, tool, args } = approval.card;
  // The signed sentence is English; whoever reads another language gets one from the same arguments, and the signed one under it.
  const own = language === "en" ? null : toolSentence(m, tool, args);
  return (
    <header>
      <MetaLine approval={approval} />
      <h2 id="card-headline" className="mt-3 text-xl">
        {own === null ? <Text value={headline} whole /> : <Text value={own.charAt(0).toUpperCase() + own.slice(1)} whole />}
      </h2>
      {own !== null && (
        <p className="mt-1 text-xs text-ink-2">
          {m.signedSentence}{" "}
          <span lang="en">
            <Text value={headline} whole />
          </span>
        </p>
      )}
      <ItemSentence card={approval.card} />
      <Chips approval={approval} />
    </header>
  );
}
