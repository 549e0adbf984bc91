import { useRef, useState } from "react";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { plainLabel } from "../text/reveal-text.ts";
import { saysSomething } from "../text/says-something.ts";
import { Text } from "../text/text.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { needsText, REJECT_CODES } from "./reject-codes.ts";

export interface RejectDialogProps {
  open: boolean;
  onClose(): void;
  headline: string;
  requester: string;
  onReject(reasonCode: string, text: string): void;
}

/** Asks for a reason before a rejection; some reasons need words. */
export function RejectDialog({ open, onClose, headline, requester, onReject }: RejectDialogProps) {
  const m = useMessages();
  const [code, setCode] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const missing =
    code === null ? m.rejectChoose : (needsText(code) || text.trim() !== "") && !saysSomething(text) ? m.rejectTextNeeded : null;
  const send = (): void => {
    setTried(true);
    if (missing === null && code !== null) onReject(code, text.trim());
  };
  return (
    <Dialog open={open} onClose={onClose} title={m.rejectTitle(plainLabel(headline))} initialFocus={first}>
      <p className="mt-2 text-ink-2">{m.rejectLead}</p>
      <fieldset className="mt-4">
        <legend className="font-strong">{m.rejectReason}</legend>
        {REJECT_CODES.map((each, index) => (
          <label key={each} className="target flex items-center gap-3 border-b border-line">
            <input
              ref={index === 0 ? first : null}
              type="radio"
              name="reject-reason"
              value={each}
              checked={code === each}
              onChange={() => setCode(each)}
              className="size-4 accent-brand"
            />
            {wordOf(m.rejectCodes, each)}
          </label>
        ))}
      </fieldset>
      <label className="mt-4 block">
        <span className="font-strong">{m.rejectText}</span>{" "}
        <span className="text-ink-2">
          <Text value={m.rejectTextWho(requester)} />
        </span>
        <textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={3}
          maxLength={2_000}
          className="mt-1 w-full rounded-md border border-line-control bg-surface px-3 py-2"
        />
      </label>
      <p role="alert" className="min-h-5 text-danger-ink">
        {tried ? missing : null}
      </p>
      <div className="mt-2 flex gap-3">
        <Button className="flex-1" onClick={onClose}>
          {m.keepOpen}
        </Button>
        <Button look="primary" className="flex-1" onClick={send}>
          {m.rejectStep}
        </Button>
      </div>
    </Dialog>
  );
}
