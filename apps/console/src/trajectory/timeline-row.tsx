import { Eye } from "lucide-react";
import { memo, useState } from "react";
import { useLanguage, wordOf } from "../messages/use-messages.tsx";
import { durationText } from "../text/format-time.ts";
import { Code, Text } from "../text/text.tsx";
import { AgentBadge, agentLook } from "../ui/agent-badge.tsx";
import { Clock } from "../ui/time-text.tsx";
import type { TimelineLine } from "./build-timeline.ts";
import { ValueTree } from "./value-tree.tsx";

function Details({ line }: { line: TimelineLine }) {
  const { messages: m } = useLanguage();
  const tainted = line.taint.length > 0;
  return (
    <div className={`mt-2 flex flex-col gap-3 rounded-sm px-3 py-2 ${tainted ? "bg-taint-wash hatch" : "bg-sunken"}`}>
      {line.words !== null && (
        <div>
          <p className="text-2xs text-ink-3">
            {line.kind === "asked" ? m.stepGoal : line.kind === "model" ? m.stepModelWords : m.stepNote}
          </p>
          <Text value={line.words} multiline className="text-xs" />
        </div>
      )}
      {line.args !== undefined && line.args !== null && (
        <div>
          <p className="text-2xs text-ink-3">{m.stepArgs}</p>
          <ValueTree value={line.args} />
        </div>
      )}
      {line.result !== undefined && line.result !== null && (
        <div>
          <p className="text-2xs text-ink-3">{line.kind === "model" ? m.stepCalls : m.stepResult}</p>
          <ValueTree value={line.result} />
        </div>
      )}
    </div>
  );
}

/** One step; opening it shows what went in and what came out. */
export const TimelineRow = memo(function TimelineRow({ line }: { line: TimelineLine }) {
  const { messages: m } = useLanguage();
  const [open, setOpen] = useState(false);
  const tainted = line.taint.length > 0;
  const rule = tainted ? "bg-taint" : line.kind === "proposal" || line.kind === "stop" ? agentLook(line.agent).rule : "bg-line-strong";
  const hasDetails = line.words !== null || (line.args ?? null) !== null || (line.result ?? null) !== null;
  return (
    <>
      {line.gapMs > 0 && (
        <li className="border-line px-4 py-1 text-center text-2xs text-ink-3 not-first:border-t">{m.idleFor(durationText(line.gapMs))}</li>
      )}
      <li className="border-line px-4 py-2 [contain-intrinsic-size:auto_44px] [content-visibility:auto] not-first:border-t">
        <div className="grid grid-cols-[3.5rem_2px_1fr] gap-x-3 wide:items-center wide:grid-cols-[4rem_7rem_2px_6rem_1fr_9rem]">
          <span className="text-right text-xs text-ink-3">{line.at !== "" && <Clock at={line.at} />}</span>
          <AgentBadge agent={line.agent} className="text-xs max-wide:hidden" />
          <span aria-hidden="true" className={`self-stretch rounded-full ${rule}`} />
          <span className="text-xs text-ink-2 max-wide:hidden">{wordOf(m.stepKind, line.kind)}</span>
          <button
            type="button"
            aria-expanded={open}
            disabled={!hasDetails}
            onClick={() => setOpen(!open)}
            className={`target min-w-0 text-left ${hasDetails ? "hover:underline" : ""} ${line.kind === "proposal" ? "font-strong" : ""}`}
          >
            <span className="text-xs text-ink-2 wide:hidden">
              <Text value={line.agent} /> · {wordOf(m.stepKind, line.kind)}{" "}
            </span>
            {line.kind === "stop" ? <Text value={wordOf(m.stopReasons, line.name)} /> : <Code value={line.name} />}
            {!line.ok && line.code !== null && (
              <span className="ml-2 text-xs text-warn-ink">
                <Text value={m.toolFailed(line.code)} />
              </span>
            )}
            {tainted && (
              <span className="ml-2 inline-flex items-center gap-1 text-xs text-taint-ink">
                <Eye aria-hidden="true" className="size-3" strokeWidth={1.9} />
                <Text value={line.taint.join(", ")} />
              </span>
            )}
          </button>
          <span className="text-right text-xs text-ink-3 max-wide:hidden">
            {line.tokens !== null && `${m.tokens(line.tokens)} `}
            {line.ms !== null && `${line.ms} ms`}
          </span>
        </div>
        {open && <Details line={line} />}
      </li>
    </>
  );
});
