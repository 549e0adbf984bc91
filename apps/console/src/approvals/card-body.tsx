import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import type { Approval } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { Code, Text } from "../text/text.tsx";
import { Chip } from "../ui/chip.tsx";
import { Clock } from "../ui/time-text.tsx";
import { CardHeading } from "./card-heading.tsx";
import { Comments, EditNote } from "./card-talk.tsx";
import { ChangeTable } from "./change-table.tsx";
import { ConflictBlock } from "./conflict-block.tsx";
import { InstructionList } from "./instruction-list.tsx";
import { RequesterWords } from "./requester-words.tsx";
import type { CardCheck } from "./use-card-check.ts";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h3 className="mb-3 text-sm font-strong">{title}</h3>
      {children}
    </section>
  );
}

function UntrustedText({ approval }: { approval: Approval }) {
  const m = useMessages();
  if (!approval.card.tainted) return null;
  return (
    <Section title={m.untrustedRead}>
      <div className="hatch flex gap-3 rounded-md border-l-[3px] border-taint bg-taint-wash px-4 py-3 text-taint-ink">
        <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.9} />
        <div>
          <p>{m.untrustedReadText}</p>
          <p className="mt-1 flex flex-wrap gap-2">
            {approval.card.taintSources.map((source) => (
              <Code key={source} value={source} className="rounded-sm bg-surface px-1" />
            ))}
          </p>
        </div>
      </div>
    </Section>
  );
}

function Decisions({ approval }: { approval: Approval }) {
  const m = useMessages();
  return (
    <>
      <h4 className="mt-4 text-xs font-strong text-ink-2">{m.decisionsSoFar}</h4>
      {approval.decisions.length === 0 && <p className="text-ink-2">{m.noDecisions}</p>}
      <ul>
        {approval.decisions.map((decision) => (
          <li key={`${decision.by}-${decision.at}`} className="flex flex-wrap items-baseline gap-x-2">
            <Text value={decision.by} className="font-medium" />
            <span>{m.decided[decision.decision]}</span>
            <span className="text-ink-2">
              ({roleWord(m, decision.role)}, <Clock at={decision.at} />)
            </span>
            <Code value={decision.cardHash.slice(0, 19)} className="text-xs text-ink-3" />
            {decision.reason && <Text value={decision.reason} className="w-full text-ink-2" />}
          </li>
        ))}
      </ul>
    </>
  );
}

function WhyPeople({ approval }: { approval: Approval }) {
  const m = useMessages();
  const { policy } = approval;
  return (
    <Section title={m.whyPeople}>
      <ul className="list-disc pl-5">
        {policy.why.map((reason) => {
          const sentence = typeof reason === "string" ? reason : JSON.stringify(reason);
          return (
            <li key={sentence}>
              <Text value={m.reason(sentence)} />
            </li>
          );
        })}
      </ul>
      <p className="mt-1 flex flex-wrap gap-2">
        {policy.slots.map((slot, index) => (
          <Chip key={index} tone={slot.filledBy === null ? "grey" : "green"}>
            {[slot.role, ...(slot.also ? [slot.also] : [])].map((role) => roleWord(m, role)).join(" / ")}
            {slot.filledBy !== null && (
              <>
                {": "}
                <Text value={slot.filledBy} />
              </>
            )}
          </Chip>
        ))}
        <Code value={`${policy.id} ${policy.version}`} className="text-xs text-ink-3" />
      </p>
      <Decisions approval={approval} />
    </Section>
  );
}

function AgentNote({ approval }: { approval: Approval }) {
  const m = useMessages();
  if (!approval.agentNote) return null;
  return (
    <details className="mt-8 rounded-md border border-line">
      <summary className="target flex cursor-pointer items-center gap-2 px-4 py-1">
        <span className="font-strong">{m.agentNote}</span>
        <span className="text-xs text-ink-2">{m.agentNoteUnverified}</span>
      </summary>
      <p className="border-t border-line px-4 py-3 text-ink-2">
        <Text value={approval.agentNote.text} multiline />
      </p>
    </details>
  );
}

function Ids({ approval, check }: { approval: Approval; check: CardCheck }) {
  const m = useMessages();
  const hashWord = check.state === "equal" ? m.hashEqual : check.state === "differs" ? m.hashDiffers : m.hashPending;
  const rows: [string, string][] = [
    ["approval", approval.id],
    ["request", approval.requestId],
    ["step", approval.stepId],
    ["requester", approval.requester],
    ["revision", String(approval.revision)],
    ["hash", approval.card.hash],
  ];
  return (
    <Section title={m.idsAndHash}>
      <dl className="grid grid-cols-[5rem_1fr] gap-x-4 text-xs text-ink-2">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              <Code value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={`mt-1 text-xs ${check.state === "differs" ? "font-strong text-danger-ink" : "text-ink-2"}`}>{hashWord}</p>
    </Section>
  );
}

/** Sections 1 to 10 of a card in their fixed order. What is decided stands before what explains it; agent prose comes late and folded. */
export function CardBody({ approval, check, unshowable }: { approval: Approval; check: CardCheck; unshowable: readonly string[] }) {
  const m = useMessages();
  return (
    <>
      <CardHeading approval={approval} />
      <EditNote approval={approval} />
      {unshowable.length > 0 && (
        <div role="alert" className="mt-4 rounded-md bg-danger-wash px-4 py-3 text-danger-ink">
          {unshowable.slice(0, 5).map((place) => (
            <p key={place}>
              <Code value={place} /> {m.cannotBeShown}
            </p>
          ))}
        </div>
      )}
      {check.state === "differs" && (
        <p role="alert" className="mt-4 rounded-md bg-danger-wash px-4 py-3 text-danger-ink">
          {m.hashMismatchText}
        </p>
      )}
      {approval.card.conflicts.length > 0 && (
        <div className="mt-5 flex flex-col gap-3">
          {approval.card.conflicts.map((conflict, index) => (
            <ConflictBlock key={index} conflict={conflict} />
          ))}
        </div>
      )}
      <Section title={m.whatWillChange}>
        <ChangeTable card={approval.card} />
      </Section>
      <Section title={m.exactInstruction}>
        <InstructionList card={approval.card} edit={approval.edit ?? null} />
      </Section>
      <RequesterWords approval={approval} />
      <UntrustedText approval={approval} />
      <WhyPeople approval={approval} />
      <Comments approval={approval} />
      <AgentNote approval={approval} />
      <Ids approval={approval} check={check} />
    </>
  );
}
