import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Button } from "./button.tsx";

interface QueryLike<T> {
  data: T | undefined;
  error: unknown;
  isPending: boolean;
  isFetching: boolean;
  refetch(): unknown;
}

export interface BlockProps<T> {
  query: QueryLike<T>;
  /** Names what is shown, for the sentence when it fails. */
  what: string;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A sentence for a failed call. */
export function ErrorText({ error }: { error: unknown }) {
  const m = useMessages();
  const code = error instanceof ApiError ? error.problem.code : "internal";
  return <>{Object.hasOwn(m.refusals, code) ? wordOf(m.refusals, code) : m.refusals.internal}</>;
}

/** Grey lines that take the place of content that has not come after 300 ms. */
export function Waiting({ lines = 3 }: { lines?: number }) {
  const m = useMessages();
  const [show, setShow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setShow(true), 300);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="flex flex-col gap-2 py-2" aria-label={m.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={`h-4 rounded-sm ${show ? "bg-line" : ""}`} />
      ))}
    </div>
  );
}

/** A part of a page that loads and fails alone; what was there stays when a refresh fails. */
export function Block<T>({ query, what, lines, children }: BlockProps<T>) {
  const m = useMessages();
  if (query.data !== undefined) {
    return (
      <>
        {query.error !== null && (
          <p role="alert" className="mb-2 flex items-center gap-2 rounded-sm bg-warn-wash px-3 py-1 text-warn-ink">
            <ErrorText error={query.error} />
            <button type="button" className="underline" onClick={() => query.refetch()}>
              {m.tryAgain}
            </button>
          </p>
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isPending && query.error === null) return <Waiting {...(lines === undefined ? {} : { lines })} />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-danger-wash px-4 py-3 text-danger-ink">
      <span>
        {m.couldNotLoad(what)} <ErrorText error={query.error} />
      </span>
      <Button onClick={() => query.refetch()} disabled={query.isFetching}>
        {m.tryAgain}
      </Button>
    </div>
  );
}
