import { Link } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import { useState } from "react";
import type { AgentLine } from "../api/types.ts";
import { useLanguage, wordOf } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { AgentBadge, agentLook } from "../ui/agent-badge.tsx";
import { StateWord } from "../ui/state-word.tsx";
import type { Lane, LaneLine } from "./lanes.ts";
import { toolSentence } from "./tool-sentence.ts";

const FIRST = 3;
const LAST = 6;

function Line({ line, agent }: { line: LaneLine; agent: string }) {
  const { messages: m } = useLanguage();
  const rule = line.tainted ? "bg-taint" : line.kind === "proposal" ? agentLook(agent).rule : "bg-line-strong";
  const sentence = toolSentence(m, line.tool, line.args);
  return (
    <li className="grid grid-cols-[2.5rem_2px_1fr] gap-3 py-1">
      <span className="text-right text-xs text-ink-3">{line.at.toFixed(1)}s</span>
      <span aria-hidden="true" className={`rounded-full ${rule}`} />
      <span className="min-w-0">
        <span className={`block ${line.kind === "proposal" ? "font-strong" : ""}`}>
          <Text value={line.kind === "proposal" ? m.proposed(sentence) : sentence} />
        </span>
        {!line.ok && (
          <span className="block text-xs text-warn-ink">
            <Text value={m.toolFailed(line.code === null ? "?" : m.codeWord(line.code))} />{" "}
            {line.code !== null && <Code value={line.code} />}
          </span>
        )}
        {line.tainted && (
          <span className="inline-flex items-center gap-1 text-xs text-taint-ink">
            <Eye aria-hidden="true" className="size-3" strokeWidth={1.9} />
            {m.readsFreeText}
          </span>
        )}
        {line.records.length > 0 && (
          <span className="block truncate text-xs text-ink-2">
            <Code value={line.records.slice(0, 4).join(", ") + (line.records.length > 4 ? ` +${line.records.length - 4}` : "")} />
          </span>
        )}
      </span>
    </li>
  );
}

function LaneColumn({ lane, status }: { lane: Lane; status: AgentLine | undefined }) {
  const { messages: m } = useLanguage();
  const [open, setOpen] = useState(false);
  const cut = !open && lane.lines.length > 12;
  const hidden = lane.lines.length - FIRST - LAST;
  const state = status?.status ?? "waiting";
  const word = wordOf(m.agentStatus, state);
  const calls = status?.usage?.modelCalls ?? 0;
  return (
    <section
      aria-label={lane.agent}
      className="flex min-w-0 flex-col border-line px-4 py-3 not-first:border-t wide:not-first:border-t-0 wide:not-first:border-l"
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <AgentBadge agent={lane.agent} />
        <span className="text-xs text-ink-2">
          <StateWord state={state} word={lane.proposals > 0 ? `${word}, ${m.proposals(lane.proposals)}` : word} />
        </span>
      </div>
      {lane.lines.length === 0 && <p className="py-1 text-xs text-ink-3">{state === "ok" ? m.laneRecordsOnly : m.laneEmpty}</p>}
      <ol className="flex-1">
        {(cut ? lane.lines.slice(0, FIRST) : lane.lines).map((line) => (
          <Line key={line.key} line={line} agent={lane.agent} />
        ))}
        {cut && (
          <li>
            <button type="button" className="target text-xs text-link underline" onClick={() => setOpen(true)}>
              {m.laneMore(hidden)}
            </button>
          </li>
        )}
        {cut && lane.lines.slice(-LAST).map((line) => <Line key={line.key} line={line} agent={lane.agent} />)}
      </ol>
      <p className="mt-2 border-t border-line pt-2 text-xs text-ink-2">
        {m.modelCalls(calls)}
        {lane.lines.length > 0 && ` · ${(lane.lines.at(-1)?.at ?? 0).toFixed(1)} s`}
      </p>
    </section>
  );
}

/** The agents side by side on one clock. */
export function LaneGrid({ id, lanes, agents }: { id: string; lanes: readonly Lane[]; agents: Readonly<Record<string, AgentLine>> }) {
  const { messages: m } = useLanguage();
  const columns = lanes.length >= 3 ? "wide:grid-cols-3" : lanes.length === 2 ? "wide:grid-cols-2" : "";
  return (
    <section className="mt-8">
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-sm font-strong">
        {m.agentsTitle} <span className="font-body text-ink-2">{m.agentsCannotChange}</span>
        {lanes.length > 0 && (
          <Link to="/requests/$id/trajectory" params={{ id }} search={{}} className="ml-auto font-body text-link underline">
            {m.everyStep}
          </Link>
        )}
      </h2>
      {lanes.length === 0 ? (
        <p className="text-ink-2">{m.agentsNone}</p>
      ) : (
        <div className={`grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-surface ${columns}`}>
          {lanes.map((lane) => (
            <LaneColumn key={lane.agent} lane={lane} status={agents[lane.agent]} />
          ))}
        </div>
      )}
    </section>
  );
}
