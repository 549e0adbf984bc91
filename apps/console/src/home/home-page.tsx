import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAgents } from "../agents/agent-queries.ts";
import { useMine } from "../approvals/approval-queries.ts";
import { businessNow } from "../live/server-clock.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { isFinal, useRequests } from "../requests/request-queries.ts";
import { RequestRow } from "../requests/request-row.tsx";
import { useSession } from "../session/session-context.tsx";
import { durationText } from "../text/format-time.ts";
import { Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { Block } from "../ui/block.tsx";
import { RiskBars } from "../ui/risk-bars.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { TimeLeft } from "../ui/time-text.tsx";

const LOOK_AT: readonly string[] = ["failed", "expired", "incomplete"];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-sm font-strong">{title}</h2>
      {children}
    </section>
  );
}

function DecideList({ query }: { query: ReturnType<typeof useMine> }) {
  const m = useMessages();
  return (
    <Block query={query} what={m.decide}>
      {(page) =>
        page.items.length === 0 ? (
          <p className="text-ink-2">{m.nothingNeedsYou}.</p>
        ) : (
          <ul className="overflow-hidden rounded-lg border border-line bg-surface">
            {page.items.slice(0, 5).map((item) => (
              <li key={item.id} className="not-first:border-t border-line">
                <Link to="/approvals/$id" params={{ id: item.id }} className="block px-4 py-2.5 hover:bg-hover">
                  <span className="flex items-baseline gap-2">
                    <RiskBars risk={item.risk} label={m.risk[item.risk]} />
                    <span className="min-w-0 flex-1 truncate font-medium">
                      <Text value={item.headline} />
                    </span>
                    <span className="text-xs text-ink-2">
                      <TimeLeft until={item.decideBy} />
                    </span>
                  </span>
                  <span className="block truncate pl-5.5 text-xs text-ink-2">
                    <Text value={item.summary} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

function AgentLines() {
  const m = useMessages();
  const agents = useAgents();
  return (
    <Block query={agents} what={m.agents}>
      {(list) => (
        <ul>
          {list.map((agent) => (
            <li key={agent.name} className="flex items-center justify-between py-1">
              <AgentBadge agent={agent.name} />
              <span className="text-xs text-ink-2">
                <StateWord state={agent.state} word={wordOf(m.agentState, agent.state)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

/** What needs this person now, and how their own requests are doing. */
export function HomePage() {
  const m = useMessages();
  const { roles } = useSession();
  const mine = useMine();
  const requests = useRequests(true);
  const own = requests.data?.pages.flatMap((page) => page.items) ?? [];
  const asked = own.filter((request) => request.status === "awaiting_input");
  const lookAt = own.filter((request) => request.attention || LOOK_AT.includes(request.status)).slice(0, 5);
  const running = own.filter((request) => !isFinal(request.status)).length;
  const count = (mine.data?.items.length ?? 0) + asked.length;
  const nearest = mine.data?.items[0]?.decideBy;
  const decides = roles.some((role) => role !== "planner") || (mine.data?.items.length ?? 0) > 0;
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-8 wide:px-8">
      <h1 className="text-xl">{count > 0 ? m.needsYou(count) : m.nothingNeedsYou}</h1>
      <p className="mt-1 mb-8 text-ink-2">
        {nearest ? m.nearestDeadline(durationText(Date.parse(nearest) - businessNow())) : running > 0 ? m.underWay(running) : null}{" "}
        <Link to="/requests/new" search={{}} className="text-link underline">
          {m.newRequest}
        </Link>
      </p>
      <div className="grid grid-cols-1 gap-8 desk:grid-cols-[1fr_380px]">
        <div>
          {decides && (
            <Part title={m.decide}>
              <DecideList query={mine} />
            </Part>
          )}
          {asked.length > 0 && (
            <Part title={m.answerThese}>
              <div className="overflow-hidden rounded-lg border border-line bg-surface">
                {asked.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </div>
            </Part>
          )}
          {lookAt.length > 0 && (
            <Part title={m.lookAt}>
              <div className="overflow-hidden rounded-lg border border-line bg-surface">
                {lookAt.map((request) => (
                  <RequestRow key={request.id} request={request} />
                ))}
              </div>
            </Part>
          )}
        </div>
        <div>
          <Part title={m.yourRequests}>
            <Block query={requests} what={m.yourRequests}>
              {() =>
                own.length === 0 ? (
                  <p className="text-ink-2">{m.noRequestsYet}</p>
                ) : (
                  <div className="overflow-hidden rounded-lg border border-line bg-surface">
                    {own.slice(0, 5).map((request) => (
                      <RequestRow key={request.id} request={request} />
                    ))}
                  </div>
                )
              }
            </Block>
          </Part>
          <Part title={m.agents}>
            <AgentLines />
          </Part>
        </div>
      </div>
    </div>
  );
}
