import { useId, useMemo, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import type { Problem } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { useLanguage, useMessages, wordOf } from "../messages/use-messages.tsx";
import { plainLabel } from "../text/reveal-text.ts";
import { Code, Text } from "../text/text.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { LoadedApproval } from "./approval-queries.ts";
import { type EditField, editedArgs, editFields, pathAfter } from "./edit-fields.ts";
import { useItemAction } from "./use-item-action.ts";

interface RowProps {
  field: EditField;
  value: string;
  dropped: boolean;
  fault: string | undefined;
  onValue(value: string): void;
  onDropped(dropped: boolean): void;
}

function FieldRow({ field, value, dropped, fault, onValue, onDropped }: RowProps) {
  const m = useMessages();
  const id = useId();
  return (
    <div className="border-b border-line py-2">
      <label htmlFor={id} className="block text-xs text-ink-2">
        <Code value={field.name} /> <Text value={field.of} />
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          value={value}
          disabled={dropped}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={fault !== undefined}
          onChange={(event) => onValue(event.target.value)}
          className="target w-32 rounded-md border border-line-control bg-surface px-2 font-mono"
        />
        <span className="text-ink-2">
          <Text value={m.editOfAtMost(field.value, field.unit)} />
        </span>
        {field.line && (
          <label className="target ml-auto flex items-center gap-2 text-xs">
            <input
              type="checkbox"
              checked={dropped}
              onChange={(event) => onDropped(event.target.checked)}
              className="size-4 accent-brand"
            />
            {m.editLeaveOut}
          </label>
        )}
      </div>
      {fault !== undefined && (
        <p className="text-xs text-danger-ink">
          <Text value={fault} />
        </p>
      )}
    </div>
  );
}

/** A fault in the reader's language by its code; an older server sends a sentence only. */
const faultWord = (m: Messages, fault: { message: string; code?: string }): string =>
  fault.code !== undefined && Object.hasOwn(m.editFaults, fault.code) ? wordOf(m.editFaults, fault.code) : fault.message;

/** Why the step cannot be carried out with less: the executor's code in words, and its own sentence where that is the page's language. */
function Refusal({ problem }: { problem: Problem }) {
  const { messages: m, language } = useLanguage();
  const code = typeof problem.refusal === "string" ? problem.refusal : null;
  return (
    <>
      {" "}
      {code !== null && (
        <>
          <Text value={m.codeWord(code)} /> <Code value={code} className="text-xs" />{" "}
        </>
      )}
      {(language === "en" || code === null) && <Text value={problem.detail} />}
    </>
  );
}

/** Asks for less than the card says. The server tries it out; a new card follows that needs a decision. */
export function EditDialog({ loaded, open, onClose }: { loaded: LoadedApproval; open: boolean; onClose(): void }) {
  const m = useMessages();
  const { card } = loaded.approval;
  const fields = useMemo(() => editFields(card.args), [card.args]);
  const [quantities, setQuantities] = useState<Record<string, string>>({});
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const keep = useRef<HTMLButtonElement>(null);
  const announce = useAnnounce();
  const edit = useItemAction(loaded, ({ kind }) => {
    onClose();
    announce(m.itemDone[kind]);
  });
  // The answer is about what was sent, whatever is ticked by now.
  const [sentWithout, setSentWithout] = useState<readonly string[]>([]);
  const problem = edit.error instanceof ApiError ? edit.error.problem : null;
  const faultAt = (field: EditField): string | undefined => {
    const path = pathAfter(field, fields, sentWithout);
    const fault = problem?.errors?.find((each) => each.path === path);
    return fault && faultWord(m, fault);
  };
  const places = new Set(fields.map((field) => pathAfter(field, fields, sentWithout)));
  const elsewhere = problem?.errors?.filter((fault) => !places.has(fault.path)) ?? [];
  const send = (): void => {
    setSentWithout(dropped);
    edit.mutate({ kind: "edits", args: editedArgs(card.args, fields, { quantities, dropped }) });
  };
  const changed = dropped.length > 0 || fields.some((field) => (quantities[field.name] ?? field.value).trim() !== field.value);
  return (
    <Dialog open={open} onClose={onClose} title={m.editTitle(plainLabel(card.headline))} initialFocus={keep}>
      <p className="mt-2 text-ink-2">{m.editLead}</p>
      {fields.length === 0 && <p className="mt-3">{m.editNothing}</p>}
      <div className="mt-3">
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={quantities[field.name] ?? field.value}
            dropped={dropped.includes(field.name)}
            fault={faultAt(field)}
            onValue={(value) => setQuantities({ ...quantities, [field.name]: value })}
            onDropped={(gone) => setDropped(gone ? [...dropped, field.name] : dropped.filter((name) => name !== field.name))}
          />
        ))}
      </div>
      <p role="alert" className="min-h-5 text-danger-ink">
        {edit.isError && <ErrorText error={edit.error} />}
        {problem?.code === "edit_refused" && <Refusal problem={problem} />}
        {elsewhere.map((fault) => (
          <span key={`${fault.path} ${fault.message}`} className="block text-xs">
            <Text value={faultWord(m, fault)} />
          </span>
        ))}
      </p>
      <div className="mt-2 flex gap-3">
        <Button ref={keep} className="flex-1" onClick={onClose}>
          {m.keepOpen}
        </Button>
        <Button look="primary" className="flex-1" disabled={!changed || edit.isPending} onClick={send}>
          {m.editSend}
        </Button>
      </div>
    </Dialog>
  );
}
