import { useRef } from "react";
import type { RequestView } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { Composer } from "./composer.tsx";
import { useDraft } from "./use-draft.ts";

/** Answers a question or goes on in the same conversation. Options fill the field; the person sends. */
export function FollowUp({ request }: { request: RequestView }) {
  const m = useMessages();
  const draft = useDraft(request.threadId);
  const field = useRef<HTMLTextAreaElement>(null);
  const asks = request.status === "awaiting_input" && request.questions.length > 0;
  return (
    <section className="mt-8 max-w-[820px]">
      {asks &&
        request.questions.map((question) => (
          <div key={question.id} className="mb-4 rounded-lg border-l-[3px] border-warn bg-warn-wash px-4 py-3">
            <p className="text-md font-medium">
              <Text value={question.text} multiline />
            </p>
            {question.options.length > 0 && (
              <>
                <div className="mt-2 flex flex-wrap gap-2">
                  {question.options.map((option) => (
                    <button
                      key={option.label}
                      type="button"
                      className="target rounded-md border border-line-control bg-surface px-3 text-left hover:bg-hover"
                      onClick={() => {
                        draft.setText(option.text);
                        field.current?.focus();
                      }}
                    >
                      <Text value={option.label} />
                    </button>
                  ))}
                </div>
                <p className="mt-2 text-xs text-warn-ink">{m.questionHint}</p>
              </>
            )}
          </div>
        ))}
      <Composer
        draft={draft}
        label={asks ? m.followUpAnswer : m.followUpTitle}
        hint={m.followUpHint}
        rows={2}
        threadId={request.threadId}
        field={field}
      />
    </section>
  );
}
