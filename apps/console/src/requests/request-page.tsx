import { Link, useParams } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { RequestView } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { Block } from "../ui/block.tsx";
import { LiveLine } from "../ui/live-line.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { Ago } from "../ui/time-text.tsx";
import { AnswerBlock } from "./answer-block.tsx";
import { FollowUp } from "./follow-up.tsx";
import { LaneGrid } from "./lane-grid.tsx";
import { buildLanes } from "./lanes.ts";
import { PlanList } from "./plan-list.tsx";
import { ProgressBar } from "./progress-strip.tsx";
import { isFinal, useRequest } from "./request-queries.ts";
import { requestTitle } from "./request-title.ts";
import { SideFacts } from "./side-facts.tsx";
import { StopButton } from "./stop-button.tsx";
import { Understood } from "./understood.tsx";
import { type RequestFeed, useRequestFeed } from "./use-request-feed.ts";
import { useStateWords } from "./use-state-words.ts";
import { WaitingBanner } from "./waiting-banner.tsx";

function Heading({ request, feed }: { request: RequestView; feed: RequestFeed }) {
  const m = useMessages();
  const words = useStateWords();
  const lastEvent = feed.lines.at(-1)?.id;
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs text-ink-2">
        <Code value={request.id} />
        <span>
          <Text value={request.requester} />, <Ago at={request.createdAt} />
        </span>
        <span className="text-ink">
          <StateWord state={words.mark(request.status)} word={words.ofRequest(request.status)} />
        </span>
        <span className="ml-auto flex items-center gap-4">
          <LiveLine state={feed.state} {...(lastEvent ? { liveText: m.liveEvent(lastEvent) } : {})} />
          {!isFinal(request.status) && <StopButton id={request.id} stopping={request.cancelRequested} />}
        </span>
      </div>
      <h1 className="mt-3 max-w-[820px] text-xl">
        {request.text ? "“" : null}
        <Text value={requestTitle(m, request)} multiline />
        {request.text ? "”" : null}
      </h1>
      <Understood request={request} />
      {(request.supersedes ?? []).length > 0 && (
        <p className="mt-1">
          {m.supersedes}{" "}
          {request.supersedes?.map((id) => (
            <Link key={id} to="/requests/$id" params={{ id }} className="mr-2 text-link underline">
              {id}
            </Link>
          ))}
        </p>
      )}
      {request.supersededBy && (
        <p className="mt-1">
          {m.supersededBy}{" "}
          <Link to="/requests/$id" params={{ id: request.supersededBy }} className="text-link underline">
            {request.supersededBy}
          </Link>
        </p>
      )}
    </header>
  );
}

function RequestBody({ request, feed }: { request: RequestView; feed: RequestFeed }) {
  const announce = useAnnounce();
  const lanes = useMemo(() => buildLanes(feed.lines, Object.keys(request.agents)), [feed.lines, request.agents]);
  const status = useStateWords().ofRequest(request.status);
  useEffect(() => announce(status), [status, announce]);
  const followUp = <FollowUp request={request} />;
  return (
    <>
      <Heading request={request} feed={feed} />
      <div className="mt-6">
        <ProgressBar request={request} />
      </div>
      <WaitingBanner request={request} />
      <AnswerBlock request={request} />
      {request.status === "awaiting_input" && followUp}
      <LaneGrid id={request.id} lanes={lanes} agents={request.agents} />
      <div className="mt-8 grid grid-cols-1 gap-8 desk:grid-cols-[minmax(0,1fr)_304px]">
        <PlanList request={request} />
        <SideFacts request={request} />
      </div>
      {request.status !== "awaiting_input" && followUp}
    </>
  );
}

function LiveRequest({ id }: { id: string }) {
  const m = useMessages();
  const query = useRequest(id);
  const feed = useRequestFeed(id);
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <Block query={query} what={m.request} lines={10}>
        {(request) => <RequestBody request={request} feed={feed} />}
      </Block>
    </div>
  );
}

/** One request, live. */
export function RequestPage() {
  const { id } = useParams({ from: "/shell/requests/$id" });
  return <LiveRequest key={id} id={id} />;
}
