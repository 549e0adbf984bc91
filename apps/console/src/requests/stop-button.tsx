import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../api/http.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Stops a request after asking once. */
export function StopButton({ id, stopping }: { id: string; stopping: boolean }) {
  const m = useMessages();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const [key] = useState(() => crypto.randomUUID());
  const stop = useMutation({
    mutationFn: () => call(`/v1/requests/${encodeURIComponent(id)}/cancel`, { method: "POST", idempotencyKey: key }),
    onSuccess: () => {
      setOpen(false);
      void client.invalidateQueries({ queryKey: ["request", id] });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={stopping}>
        {stopping ? m.stopping : m.stop}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.stopTitle} initialFocus={keep}>
        <p className="mt-2 text-ink-2">{m.stopText}</p>
        {stop.isError && (
          <p role="alert" className="mt-2 text-danger-ink">
            <ErrorText error={stop.error} />
          </p>
        )}
        <div className="mt-5 flex gap-3">
          <Button ref={keep} className="flex-1" onClick={() => setOpen(false)}>
            {m.keepGoing}
          </Button>
          <Button look="danger" className="flex-1" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {m.stopConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
