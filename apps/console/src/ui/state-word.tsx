import { Ban, Check, CircleDashed, CircleHelp, Clock, Loader, type LucideIcon, TriangleAlert, UserRound, X } from "lucide-react";

interface Look {
  icon: LucideIcon;
  tone: string;
  moving?: boolean;
}

const CALM: Look = { icon: CircleDashed, tone: "text-ink-3" };
const LOOKS: Readonly<Record<string, Look>> = {
  ok: { icon: Check, tone: "text-ok" },
  succeeded: { icon: Check, tone: "text-ok" },
  completed: { icon: Check, tone: "text-ok" },
  approved: { icon: Check, tone: "text-ok" },
  ready: { icon: Check, tone: "text-ok" },
  partial: { icon: TriangleAlert, tone: "text-warn" },
  incomplete: { icon: TriangleAlert, tone: "text-warn" },
  stale: { icon: TriangleAlert, tone: "text-warn" },
  unknown: { icon: CircleHelp, tone: "text-warn" },
  question: { icon: CircleHelp, tone: "text-warn" },
  awaiting_input: { icon: CircleHelp, tone: "text-warn" },
  awaiting_approval: { icon: UserRound, tone: "text-brand" },
  pending: { icon: UserRound, tone: "text-brand" },
  working: { icon: Loader, tone: "text-brand", moving: true },
  routing: { icon: Loader, tone: "text-brand", moving: true },
  received: { icon: Loader, tone: "text-brand", moving: true },
  merging: { icon: Loader, tone: "text-brand", moving: true },
  executing: { icon: Loader, tone: "text-brand", moving: true },
  busy: { icon: Loader, tone: "text-brand" },
  waiting: { icon: Clock, tone: "text-ink-3" },
  expired: { icon: Clock, tone: "text-warn" },
  timeout: { icon: Clock, tone: "text-warn" },
  refused: { icon: Ban, tone: "text-danger" },
  rejected: { icon: X, tone: "text-danger" },
  failed: { icon: X, tone: "text-danger" },
  unavailable: { icon: Ban, tone: "text-danger" },
  gone: { icon: Ban, tone: "text-danger" },
  budget: { icon: TriangleAlert, tone: "text-warn" },
  repetition: { icon: TriangleAlert, tone: "text-warn" },
};

/** A state as a mark and its word; the mark alone never says it. */
export function StateWord({ state, word }: { state: string; word: string }) {
  const look = (Object.hasOwn(LOOKS, state) ? LOOKS[state] : undefined) ?? CALM;
  const Icon = look.icon;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden="true" strokeWidth={1.9} className={`size-3.5 ${look.tone} ${look.moving ? "working-mark" : ""}`} />
      <span>{word}</span>
    </span>
  );
}
