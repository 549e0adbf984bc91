import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { call } from "../api/http.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { durationText } from "../text/format-time.ts";
import { Code, Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { Block } from "../ui/block.tsx";
import { buildTimeline, STEP_KINDS, totalsOf } from "./build-timeline.ts";
import { DownloadLines } from "./download-lines.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import type { TrajectoryView } from "./trajectory-view.ts";

function Totals({ view }: { view: TrajectoryView }) {
  const m = useMessages();
  return (
    <ul className="mb-4 grid grid-cols-1 gap-3 wide:grid-cols-3">
      {totalsOf(view).map((sum) => (
        <li key={sum.agent} className="rounded-lg border border-line bg-surface px-4 py-3">
          <AgentBadge agent={sum.agent} />
          <p className="mt-1 text-xs text-ink-2">
            {m.modelCalls(sum.modelCalls)} · {m.tokens(sum.tokens)} · {sum.cost === null ? m.costUnknown : m.costIs(sum.cost)} ·{" "}
            {durationText(sum.wallMs)}
          </p>
          <p className="mt-1 text-xs text-ink-2">
            <Text value={[...new Set(sum.stops)].map((stop) => wordOf(m.stopReasons, stop)).join(", ")} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Timeline({ view }: { view: TrajectoryView }) {
  const m = useMessages();
  const search = useSearch({ from: "/shell/requests/$id/trajectory" });
  const navigate = useNavigate({ from: "/requests/$id/trajectory" });
  const lines = useMemo(() => buildTimeline(view), [view]);
  const agents = [...new Set(lines.map((line) => line.agent))];
  const shown = lines.filter(
    (line) => (search.agent === undefined || line.agent === search.agent) && (search.kind === undefined || line.kind === search.kind),
  );
  const missing = view.items.filter((item) => !item.available);
  const cut = view.items.filter((item) => item.trajectory?.cut !== undefined);
  const pick = (name: "agent" | "kind", label: string, options: readonly string[], word: (option: string) => string) => (
    <label className="flex items-center gap-2 text-xs text-ink-2">
      {label}
      <select
        className="target rounded-sm border border-line-strong bg-surface px-2 text-ink"
        value={search[name] ?? ""}
        onChange={(event) => {
          const chosen = event.target.value;
          void navigate({
            replace: true,
            search: (before) => {
              const { [name]: _old, ...rest } = before;
              return chosen === "" ? rest : { ...rest, [name]: chosen };
            },
          });
        }}
      >
        <option value="">{m.everything}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <Totals view={view} />
      {missing.length > 0 && (
        <p role="alert" className="mb-3 rounded-md bg-warn-wash px-3 py-2 text-warn-ink">
          {m.trajectoryMissing(missing.map((item) => item.agent).join(", "))}
        </p>
      )}
      {cut.map((item) => (
        <p key={item.taskId} role="alert" className="mb-3 rounded-md bg-warn-wash px-3 py-2 text-warn-ink">
          {m.trajectoryCut(item.agent, item.trajectory?.cut?.stepsRead ?? 0)}
        </p>
      ))}
      <div className="mb-3 flex flex-wrap items-center gap-4">
        {pick("agent", m.agents, agents, (agent) => agent)}
        {pick("kind", m.kind, STEP_KINDS, (kind) => wordOf(m.stepKind, kind))}
        <span className="ml-auto text-xs text-ink-2">{m.stepsShown(shown.length, lines.length)}</span>
      </div>
      {shown.length === 0 ? (
        <p className="text-ink-2">{m.trajectoryEmpty}</p>
      ) : (
        <ol aria-label={m.trajectory} className="overflow-hidden rounded-lg border border-line bg-surface">
          {shown.map((line) => (
            <TimelineRow key={line.key} line={line} />
          ))}
        </ol>
      )}
    </>
  );
}

/** What every agent of a request was asked, saw, called, got back and proposed, and why it stopped. */
export function TrajectoryPage() {
  const m = useMessages();
  const { id } = useParams({ from: "/shell/requests/$id/trajectory" });
  const query = useQuery({
    queryKey: ["trajectory", id],
    queryFn: async () => (await call<TrajectoryView>(`/v1/requests/${encodeURIComponent(id)}/trajectory`, { timeoutMs: 60_000 })).body,
  });
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="text-lg">{m.trajectory}</h1>
        <Link to="/requests/$id" params={{ id }} className="text-link underline">
          <Code value={id} />
        </Link>
        <DownloadLines id={id} />
      </div>
      <p className="mb-4 max-w-[820px] text-ink-2">{m.trajectoryLead}</p>
      <Block query={query} what={m.trajectory} lines={10}>
        {(view) => <Timeline view={view} />}
      </Block>
    </div>
  );
}
