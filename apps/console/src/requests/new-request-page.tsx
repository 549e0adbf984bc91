import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Composer } from "./composer.tsx";
import { EXAMPLES } from "./examples.ts";
import { useDraft } from "./use-draft.ts";

/** Where a request is written. */
export function NewRequestPage() {
  const m = useMessages();
  const { text } = useSearch({ from: "/shell/requests/new" });
  const draft = useDraft("new");
  const field = useRef<HTMLTextAreaElement>(null);
  const { setText } = draft;
  useEffect(() => {
    if (text) setText(text);
    field.current?.focus();
  }, [text, setText]);
  return (
    <div className="mx-auto w-full max-w-[820px] px-4 py-8 wide:px-8">
      <h1 className="text-xl">{m.newRequestTitle}</h1>
      <p className="mt-1 mb-6 max-w-[68ch] text-ink-2">{m.newRequestLead}</p>
      <Composer draft={draft} label={m.requestField} rows={6} dryRunSwitch field={field}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-xs text-ink-2">{m.examples}</span>
          {EXAMPLES.map((example) => (
            <button
              key={example}
              type="button"
              className="target rounded-full border border-line-strong bg-surface px-3 text-left text-xs hover:bg-hover"
              onClick={() => {
                setText(example);
                field.current?.focus();
              }}
            >
              {example}
            </button>
          ))}
        </div>
      </Composer>
    </div>
  );
}
