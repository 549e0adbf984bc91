import { useState } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Button } from "../ui/button.tsx";
import { BatchDialog } from "./batch-dialog.tsx";

/** Under the list while items are chosen: how many, and what can be done with all of them. */
export function BatchBar({ chosen, onClear }: { chosen: readonly ApprovalSummary[]; onClear(): void }) {
  const m = useMessages();
  // Held apart: decided items leave the list while their result is still to be read.
  const [asked, setAsked] = useState<readonly ApprovalSummary[]>([]);
  return (
    <>
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line bg-info-wash px-4 py-2 text-info-ink" data-batch>
          <span className="flex-1">{m.batchChosen(chosen.length)}</span>
          <Button look="quiet" onClick={onClear}>
            {m.batchClear}
          </Button>
          <Button look="primary" onClick={() => setAsked(chosen)}>
            {m.batchApprove(chosen.length)}
          </Button>
        </div>
      )}
      <BatchDialog
        key={asked.map((item) => `${item.id} ${item.revision}`).join()}
        items={asked}
        open={asked.length > 0}
        onClose={(done) => {
          setAsked([]);
          if (done) onClear();
        }}
      />
    </>
  );
}
