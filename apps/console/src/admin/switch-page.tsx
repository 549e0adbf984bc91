import { useMutation, useQueryClient } from "@tanstack/react-query";
import { OctagonX, Play } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { call } from "../api/http.ts";
import { serverNow } from "../live/server-clock.ts";
import { useTick } from "../live/use-tick.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { durationText } from "../text/format-time.ts";
import { saysSomething } from "../text/says-something.ts";
import { Code, Text } from "../text/text.tsx";
import { Block, ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { useClockText } from "../ui/time-text.tsx";
import { type SwitchState, type SwitchWish, useSwitch } from "./switch-queries.ts";

type Body = { action: "stop" | "resume"; reason: string } | { confirm: string };

/** Sends one wish; the same one again after a lost answer keeps its Idempotency-Key. */
function useSend(onDone?: () => void) {
  const client = useQueryClient();
  const last = useRef({ words: "", key: "" });
  return useMutation({
    mutationFn: async (body: Body) => {
      const words = JSON.stringify(body);
      if (last.current.words !== words) last.current = { words, key: crypto.randomUUID() };
      return await call("/v1/kill-switch", { method: "POST", body, idempotencyKey: last.current.key });
    },
    onSuccess: () => {
      last.current = { words: "", key: "" };
      onDone?.();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ["kill-switch"] }),
  });
}

function Pending({ wish, isAdmin }: { wish: SwitchWish; isAdmin: boolean }) {
  const m = useMessages();
  const { user } = useSession();
  const send = useSend();
  useTick(1);
  return (
    <section className="mt-6 rounded-lg border-l-[3px] border-warn bg-warn-wash px-4 py-3" data-pending>
      <h2 className="text-md font-strong text-warn-ink">{m.switchWaits[wish.action]}</h2>
      <p className="mt-1">
        <Text value={m.switchAskedBy(wish.askedBy)} /> {m.switchUntil(durationText(Date.parse(wish.expiresAt) - serverNow()))}
      </p>
      <blockquote className="mt-2 border-l-2 border-line-strong pl-3">
        <Text value={wish.reason} multiline />
      </blockquote>
      {send.isError && (
        <p role="alert" className="mt-2 text-danger-ink">
          <ErrorText error={send.error} />
        </p>
      )}
      {isAdmin && wish.askedBy === user && <p className="mt-3 text-ink-2">{m.switchOwn}</p>}
      {isAdmin && wish.askedBy !== user && (
        <Button
          look={wish.action === "stop" ? "danger" : "primary"}
          className="mt-3"
          disabled={send.isPending}
          onClick={() => send.mutate({ confirm: wish.id })}
        >
          {wish.action === "stop" ? m.confirmStop : m.confirmResume}
        </Button>
      )}
    </section>
  );
}

function Ask({ stopped }: { stopped: boolean }) {
  const m = useMessages();
  const id = useId();
  const [reason, setReason] = useState("");
  const send = useSend(() => setReason(""));
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (saysSomething(reason) && !send.isPending) send.mutate({ action: stopped ? "resume" : "stop", reason: reason.trim() });
  };
  return (
    <form className="mt-6 max-w-[68ch]" onSubmit={ask}>
      <label htmlFor={id} className="font-strong">
        {m.switchReason}
      </label>{" "}
      <span className="text-xs text-ink-2">{m.switchReasonHint}</span>
      <textarea
        id={id}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="mt-1 w-full rounded-md border border-line-control bg-surface px-3 py-2"
      />
      <p role="alert" className="min-h-5 text-danger-ink">
        {send.isError && <ErrorText error={send.error} />}
      </p>
      <Button type="submit" look={stopped ? "primary" : "danger"} disabled={!saysSomething(reason) || send.isPending}>
        {stopped ? m.askResume : m.askStop}
      </Button>
    </form>
  );
}

function Executors({ state }: { state: SwitchState }) {
  const m = useMessages();
  return (
    <section className="mt-8">
      <h2 className="text-sm font-strong">{m.switchExecutors}</h2>
      <p className="mb-2 text-xs text-ink-2">
        {m.switchEpochLead} {state.epoch === 0 ? m.switchEpochFirst : <Code value={m.switchEpoch(state.epoch)} />}
      </p>
      {state.executors.length === 0 ? (
        <p className="text-ink-2">{m.switchExecutorsNone}</p>
      ) : (
        <ul>
          {state.executors.map(({ domain, epoch }) => (
            <li key={domain} className={(epoch ?? 0) < state.epoch ? "text-warn-ink" : ""}>
              <Text value={domain} className="font-medium" />{" "}
              {epoch !== null ? m.switchEpoch(epoch) : state.epoch === 0 ? m.switchNothingTold : m.switchNotTold}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Switch({ state }: { state: SwitchState }) {
  const m = useMessages();
  const { roles } = useSession();
  const clock = useClockText();
  const isAdmin = roles.includes("admin");
  const Icon = state.stopped ? OctagonX : Play;
  const { last } = state;
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-3 text-md" data-stopped={state.stopped}>
        <Icon aria-hidden="true" className={`size-5 ${state.stopped ? "text-danger" : "text-ok"}`} strokeWidth={1.9} />
        <strong className="font-strong">{state.stopped ? m.stoppedNow : m.runsNow}</strong>
        {last?.confirmedBy && (
          <span className="text-sm text-ink-2">
            <Text value={m.switchSince(last.askedBy, last.confirmedBy, clock(last.confirmedAt ?? last.askedAt))} />{" "}
            <Text value={last.reason} />
          </span>
        )}
      </p>
      {state.pending && <Pending key={state.pending.id} wish={state.pending} isAdmin={isAdmin} />}
      {!isAdmin && <p className="mt-6 text-ink-2">{m.switchAdminsOnly}</p>}
      {isAdmin && state.pending === null && <Ask key={String(state.stopped)} stopped={state.stopped} />}
      <Executors state={state} />
    </>
  );
}

/** Stops all execution of the company, and lets it go on again: one admin asks, another confirms. */
export function SwitchPage() {
  const m = useMessages();
  const query = useSwitch();
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <h1 className="text-lg">{m.stopAll}</h1>
      <p className="mt-1 mb-6 max-w-[68ch] text-ink-2">{m.stopAllLead}</p>
      <Block query={query} what={m.stopAll} lines={5}>
        {(state) => <Switch state={state} />}
      </Block>
    </div>
  );
}
