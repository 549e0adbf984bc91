import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/http.ts";
import type { Page } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { useLanguage, useMessages, wordOf } from "../messages/use-messages.tsx";
import { humanise } from "../text/humanise.ts";
import { Code, Text } from "../text/text.tsx";
import { Block, ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { Clock } from "../ui/time-text.tsx";
import { type LedgerEntry, ledgerHeadlines, ledgerVerdict } from "./ledger-headlines.ts";
import { sayDeed } from "./say-deed.ts";

interface LedgerReport {
  ok: boolean;
  entries: number;
  unsealed: number;
  firstBad: { position: number | null; entry: string | null; code: string; detail: string } | null;
}

function VerifyLine() {
  const m = useMessages();
  const verify = useMutation({ mutationFn: async () => (await call<LedgerReport>("/v1/ledger/verify", { timeoutMs: 60_000 })).body });
  const report = verify.data;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3">
      <span role="status">
        {report?.ok && <StateWord state="ok" word={m.verifyOk(report.entries)} />}{" "}
        {report?.ok && report.unsealed > 0 && m.verifyWaiting(report.unsealed)}
        {report && !report.ok && (
          <span className="text-danger-ink">
            {m.verifyBad(report.firstBad?.position ?? null, report.firstBad?.code ?? "")} <Text value={report.firstBad?.detail ?? ""} />
          </span>
        )}
        {verify.isError && <ErrorText error={verify.error} />}
      </span>
      <Button onClick={() => verify.mutate()} disabled={verify.isPending}>
        {verify.isPending ? m.verifying : m.verify}
      </Button>
    </div>
  );
}

const verdictWord = (m: Messages, verdict: string): string => {
  const word = wordOf(m.verdict, verdict);
  return word === verdict ? humanise(verdict).toLowerCase() : word;
};

/** What happened, in words. */
function kindWord(m: Messages, kind: string): string {
  const word = wordOf(m.ledgerKind, kind);
  return word === kind ? humanise(kind.replaceAll(".", " ")) : word;
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  const { messages: m, language } = useLanguage();
  const headlines = ledgerHeadlines(entries, (deed) => sayDeed(m, language, deed));
  if (entries.length === 0) return <p className="text-ink-2">{m.ledgerEmpty}</p>;
  return (
    <ol className="overflow-hidden rounded-lg border border-line bg-surface">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[3rem_1fr] gap-x-3 border-line px-4 py-2 not-first:border-t wide:grid-cols-[3rem_7rem_11rem_1fr_8rem]"
        >
          <span className="text-right text-xs text-ink-3">{entry.position}</span>
          <span className="text-xs text-ink-2">
            <Clock at={entry.at} />
          </span>
          <span className="font-medium max-wide:col-start-2">
            <Text value={kindWord(m, entry.kind)} />
            {ledgerVerdict(entry) !== "" && (
              <span className="text-ink-2">
                {": "}
                <Text value={verdictWord(m, ledgerVerdict(entry))} />
              </span>
            )}
          </span>
          <span className="min-w-0 max-wide:col-start-2">
            {headlines.has(entry.id) && (
              <span className="block">
                <Text value={headlines.get(entry.id) ?? ""} />
              </span>
            )}
            <Text value={entry.actor} />{" "}
            <span className="text-xs text-ink-2">
              <Code value={entry.subject} />
            </span>{" "}
            {entry.requestId !== "" && (
              <Link to="/requests/$id" params={{ id: entry.requestId }} className="text-xs text-link underline">
                {m.request}
              </Link>
            )}
          </span>
          <span className="text-xs text-ink-3 max-wide:col-start-2">
            <Code value={entry.hash.slice(0, 15)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What was decided, granted and done, in order. */
export function LedgerPage() {
  const m = useMessages();
  const query = useInfiniteQuery({
    queryKey: ["ledger"],
    queryFn: async ({ pageParam }) =>
      (await call<Page<LedgerEntry>>(`/v1/ledger?limit=100${pageParam === null ? "" : `&cursor=${encodeURIComponent(pageParam)}`}`)).body,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="text-lg">{m.ledger}</h1>
        <VerifyLine />
      </div>
      <p className="mb-3 text-ink-2">{m.ledgerLead}</p>
      <Block query={query} what={m.ledger} lines={8}>
        {(data) => <Entries entries={data.pages.flatMap((page) => page.items)} />}
      </Block>
      {query.hasNextPage && (
        <Button look="quiet" className="mt-3" onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {m.loadMore}
        </Button>
      )}
    </div>
  );
}
