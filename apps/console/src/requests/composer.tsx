import { Switch } from "@base-ui/react/switch";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useId, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { saysSomething } from "../text/says-something.ts";
import { Code, Text } from "../text/text.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { sendRequest } from "./send-request.ts";
import type { Draft } from "./use-draft.ts";

export interface ComposerProps {
  draft: Draft;
  label: string;
  hint?: string;
  rows: number;
  threadId?: string;
  dryRunSwitch?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  children?: ReactNode;
}

function SendProblem({ error }: { error: unknown }) {
  const problem = error instanceof ApiError ? error.problem : null;
  return (
    <div role="alert" className="rounded-md bg-danger-wash px-3 py-2 text-danger-ink">
      <ErrorText error={error} />
      {problem?.errors?.map((place) => (
        <p key={place.path}>
          <Code value={place.path} /> <Text value={place.message} />
        </p>
      ))}
      {problem && !problem.errors && problem.status >= 400 && problem.status < 500 && problem.detail && (
        <p>
          <Text value={problem.detail} />
        </p>
      )}
    </div>
  );
}

/** The text field in which a request or a follow-up is written. Enter is a new line, Ctrl+Enter sends. */
export function Composer({ draft, label, hint, rows, threadId, dryRunSwitch, field, children }: ComposerProps) {
  const m = useMessages();
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [dryRun, setDryRun] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      sendRequest(
        { text: draft.text.trim(), ...(threadId ? { threadId } : {}), ...(dryRun ? { mode: "dry_run" as const } : {}) },
        draft.idempotencyKey(),
      ),
    onSuccess: (accepted) => {
      draft.clear();
      void client.invalidateQueries({ queryKey: ["requests"] });
      void navigate({ to: "/requests/$id", params: { id: accepted.id } });
    },
  });
  const canSend = saysSomething(draft.text) && !send.isPending;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send.mutate();
      }}
    >
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      {children}
      <textarea
        id={id}
        ref={field}
        rows={rows}
        value={draft.text}
        maxLength={8_000}
        placeholder={threadId ? undefined : m.requestPlaceholder}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (canSend) send.mutate();
        }}
        className="w-full rounded-md border border-line-control bg-surface px-3 py-2 text-md"
      />
      {send.isError && <SendProblem error={send.error} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" disabled={!canSend} className="px-5">
          {send.isPending ? m.sending : m.send}
        </Button>
        {dryRunSwitch && (
          // Words and switch are one target: whoever clicks the words means the switch.
          <label htmlFor={`${id}-switch`} className="target flex cursor-pointer items-center gap-2" title={m.dryRunHint}>
            <Switch.Root
              id={`${id}-switch`}
              aria-labelledby={`${id}-dry`}
              checked={dryRun}
              onCheckedChange={setDryRun}
              className="relative h-5 w-9 rounded-full border border-line-control bg-sunken data-checked:bg-brand"
            >
              <Switch.Thumb className="absolute top-0.5 left-0.5 size-3.5 rounded-full bg-line-control transition-transform data-checked:translate-x-4 data-checked:bg-on-solid" />
            </Switch.Root>
            <span id={`${id}-dry`}>{m.dryRun}</span>
          </label>
        )}
        <span className="ml-auto text-xs text-ink-3">{hint ?? m.sendHint}</span>
      </div>
    </form>
  );
}
