import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/http.ts";
import type { ApprovalSummary, Problem } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { sumUp } from "./batch.ts";
import { batchCardQuery } from "./batch-card-query.ts";
import { ChosenChanged } from "./chosen-changed.ts";
import { useDwell } from "./use-dwell.ts";

interface Line {
  id: string;
  status: number;
  state: string | null;
  error: Problem | null;
}

function Outcome({ line, headline }: { line: Line; headline: string }) {
  const m = useMessages();
  const word = line.error ? (Object.hasOwn(m.refusals, line.error.code) ? wordOf(m.refusals, line.error.code) : line.error.title) : "";
  return (
    <li className="border-b border-line py-1.5">
      <Text value={headline} className="font-medium" />{" "}
      <span className={line.error ? "text-danger-ink" : "text-ok-ink"}>
        {line.error ? word : wordOf(m.approvalState, line.state ?? "")}
      </span>
    </li>
  );
}

interface BatchProps {
  items: readonly ApprovalSummary[];
  /** `done` once the server answered. */
  onClose(done: boolean): void;
}

/** Shortest time between opening the list and approving it, ms, and as much for each item on it. */
const READ_MS = 1_000;

function BatchContent({ items, onClose, keep }: BatchProps & { keep: RefObject<HTMLButtonElement | null> }) {
  const m = useMessages();
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const needMs = READ_MS * (items.length + 1);
  const reads = useQueries({ queries: items.map(batchCardQuery) });
  const cards = reads.flatMap((read) => (read.data ? [read.data] : []));
  // What is still on its way was not read: time counts from the last card on.
  const dwelledMs = useDwell(`${key} ${cards.length}`, needMs);
  const broken = reads.find((read) => read.isError && !(read.error instanceof ChosenChanged))?.error ?? null;
  const decide = useMutation({
    mutationFn: async () => {
      const wishes = items.map(({ id, revision }, index) => ({
        id,
        revision,
        cardHash: reads[index]?.data?.hash ?? "",
        decision: "approve",
      }));
      return (await call<{ items: Line[] }>("/v1/approvals/decisions", { method: "POST", body: { items: wishes }, idempotencyKey: key }))
        .body.items;
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ["approvals"] }),
  });
  const headlineOf = (id: string): string => items.find((item) => item.id === id)?.headline ?? id;
  const done = decide.data !== undefined;
  return (
    <>
      {done ? (
        <ul className="mt-3" data-batch-result>
          {decide.data.map((line) => (
            <Outcome key={line.id} line={line} headline={headlineOf(line.id)} />
          ))}
        </ul>
      ) : (
        <>
          <p className="mt-2 text-ink-2">{m.batchLead}</p>
          <ol className="mt-3 list-decimal pl-6">
            {items.map((item, index) => (
              <li key={item.id} className="py-0.5">
                <Text value={reads[index]?.data?.headline ?? item.headline} whole />
                {reads[index]?.error instanceof ChosenChanged && (
                  <span role="alert" className="block text-danger-ink">
                    {m.batchChanged}
                  </span>
                )}
              </li>
            ))}
          </ol>
          <h3 className="mt-4 text-xs font-strong text-ink-2">{m.batchSum}</h3>
          <ul>
            {sumUp(cards).map((sum) => (
              <li key={`${sum.sku} ${sum.unit} ${sum.place}`}>
                <Text value={`${sum.quantity} ${sum.unit} ${sum.sku} · ${sum.place}`} />
              </li>
            ))}
          </ul>
          <p role="alert" className="min-h-5 text-danger-ink">
            {broken !== null && (broken instanceof ApiError ? <ErrorText error={broken} /> : m.hashMismatchText)}
            {decide.isError && <ErrorText error={decide.error} />}
          </p>
        </>
      )}
      <div className="mt-3 flex gap-3">
        <Button ref={keep} className="flex-1" onClick={() => onClose(done)}>
          {done ? m.close : m.keepOpen}
        </Button>
        {!done && (
          <Button
            look="primary"
            className="flex-1"
            disabled={cards.length < items.length || decide.isPending || dwelledMs < needMs}
            onClick={() => decide.mutate()}
          >
            {m.batchApprove(items.length)}
          </Button>
        )}
      </div>
    </>
  );
}

/** Approves an explicit list: every headline is there to read, every card was checked here, and each item gets its own answer. */
export function BatchDialog({ items, open, onClose }: BatchProps & { open: boolean }) {
  const m = useMessages();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={open} onClose={() => onClose(false)} title={m.batchTitle(items.length)} initialFocus={keep}>
      <BatchContent items={items} onClose={onClose} keep={keep} />
    </Dialog>
  );
}
