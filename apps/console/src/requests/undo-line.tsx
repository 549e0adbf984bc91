import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { call } from "../api/http.ts";
import type { Undo } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Text } from "../text/text.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import type { AcceptedRequest } from "./send-request.ts";
import { toolSentence } from "./tool-sentence.ts";
import { type UndoThread, undoBody } from "./undo-body.ts";

/** Under a receipt: taking the effect back as a new request, or the plain words why that cannot be. */
export function UndoLine({ undo, thread }: { undo: Undo; thread: UndoThread }) {
  const m = useMessages();
  const { user } = useSession();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useMutation({
    mutationFn: async (body: ReturnType<typeof undoBody>) =>
      (await call<AcceptedRequest>("/v1/requests", { method: "POST", body, idempotencyKey: key })).body,
    onSuccess: ({ id }) => void navigate({ to: "/requests/$id", params: { id } }),
  });
  if (!undo.possible)
    return (
      <p className="text-xs">
        {undo.by ? wordOf(m.undoBy, undo.because) : m.undoNot(wordOf(m.undoBecause, undo.because))}
        {undo.by && (
          <>
            {" "}
            {m.undoneBy}{" "}
            <Link to="/requests/$id" params={{ id: undo.by }} className="underline">
              {undo.by}
            </Link>
          </>
        )}
      </p>
    );
  const { tool, args, remark } = undo;
  return (
    <>
      <Button look="quiet" className="mt-1" onClick={() => setOpen(true)}>
        {m.undo}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.undoTitle} initialFocus={keep}>
        <p className="mt-2 font-medium first-letter:uppercase">
          <Text value={toolSentence(m, tool, args)} />
        </p>
        <p className="mt-2 text-ink-2">{m.undoLead}</p>
        {remark !== null && <p className="mt-2 text-warn-ink">{wordOf(m.undoRemark, remark)}</p>}
        <p role="alert" className="min-h-5 text-danger-ink">
          {ask.isError && <ErrorText error={ask.error} />}
        </p>
        <div className="mt-2 flex gap-3">
          <Button ref={keep} className="flex-1" onClick={() => setOpen(false)}>
            {m.undoKeep}
          </Button>
          <Button look="primary" className="flex-1" disabled={ask.isPending} onClick={() => ask.mutate(undoBody(undo, thread, user))}>
            {m.undoAsk}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
