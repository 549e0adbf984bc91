import { useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { saysSomething } from "../text/says-something.ts";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export interface TextDialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  lead: string;
  label: string;
  /** One line for a name, several for words. */
  lines: 1 | 4;
  send: string;
  error: unknown;
  /** Words for a refusal by roles, which here are those of somebody else. */
  forbidden?: string;
  busy: boolean;
  onSend(text: string): void;
}

/** Asks for one text: whom to hand an item to, or a comment. */
export function TextDialog(props: TextDialogProps) {
  const m = useMessages();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isForbidden = props.error instanceof ApiError && props.error.problem.status === 403;
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} initialFocus={field}>
      <p className="mt-2 text-ink-2">{props.lead}</p>
      <label className="mt-4 block">
        <span className="font-strong">{props.label}</span>
        <textarea
          ref={field}
          rows={props.lines}
          maxLength={4_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mt-1 w-full rounded-md border border-line-control bg-surface px-3 py-2"
        />
      </label>
      <p role="alert" className="min-h-5 text-danger-ink">
        {isForbidden && props.forbidden ? props.forbidden : props.error !== null && <ErrorText error={props.error} />}
      </p>
      <div className="mt-2 flex gap-3">
        <Button className="flex-1" onClick={props.onClose}>
          {m.cancel}
        </Button>
        <Button look="primary" className="flex-1" disabled={!saysSomething(text) || props.busy} onClick={() => props.onSend(text.trim())}>
          {props.send}
        </Button>
      </div>
    </Dialog>
  );
}
