import { useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { durationText } from "../text/format-time.ts";
import { Text } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";

interface PersonHealth {
  user: string;
  role: string;
  decided: number;
  approveRate: number | null;
  medianSeconds: number;
  p90Seconds: number;
  underTwoSeconds: number;
  looksLikeRubberStamping: boolean;
}

interface ReviewHealth {
  people: PersonHealth[];
  queue: { pending: number; expired: number; oldestSeconds: number | null };
}

const useHealth = () =>
  useQuery({
    queryKey: ["review-health"],
    queryFn: async () => (await call<ReviewHealth>("/v1/approvals/health")).body,
    refetchInterval: 60_000,
  });

/** Columns that a phone leaves out. */
const NARROW_OUT = "max-wide:hidden";

function PersonRow({ person }: { person: PersonHealth }) {
  const m = useMessages();
  return (
    <>
      <tr className={person.looksLikeRubberStamping ? "bg-warn-wash text-warn-ink" : ""}>
        <th scope="row" className="border-t border-line px-3 py-2 text-left font-medium">
          <Text value={person.user} /> <span className="font-body text-ink-2">{roleWord(m, person.role)}</span>
        </th>
        <td className="border-t border-line px-3 py-2 text-right">{person.decided}</td>
        <td className="border-t border-line px-3 py-2 text-right">
          {person.approveRate === null ? "–" : `${Math.round(person.approveRate * 100)} %`}
        </td>
        <td className="border-t border-line px-3 py-2 text-right">{durationText(person.medianSeconds * 1_000)}</td>
        <td className={`${NARROW_OUT} border-t border-line px-3 py-2 text-right`}>{durationText(person.p90Seconds * 1_000)}</td>
        <td className={`${NARROW_OUT} border-t border-line px-3 py-2 text-right`}>{person.underTwoSeconds}</td>
      </tr>
      {person.looksLikeRubberStamping && (
        <tr className="bg-warn-wash text-warn-ink">
          <td colSpan={6} className="px-3 pb-2 text-xs">
            {m.healthStamping}
          </td>
        </tr>
      )}
    </>
  );
}

function People({ people }: { people: readonly PersonHealth[] }) {
  const m = useMessages();
  if (people.length === 0) return <p className="text-ink-2">{m.healthEmpty}</p>;
  const heads = [m.healthDecided, m.healthApproved, m.healthMedian, m.healthP90, m.healthFast];
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className="px-3 py-2 text-left text-xs font-strong text-ink-2">
              {m.healthPerson}
            </th>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={`${index > 2 ? NARROW_OUT : ""} px-3 py-2 text-right text-xs font-strong text-ink-2`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={`${person.user} ${person.role}`} person={person} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How people decide: how many, how fast, how often yes. Everybody sees the own line; operations directors, auditors and admins all. */
export function HealthPage() {
  const m = useMessages();
  const query = useHealth();
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <h1 className="text-lg">{m.health}</h1>
      <p className="mt-1 mb-4 max-w-[68ch] text-ink-2">{m.healthLead}</p>
      <Block query={query} what={m.health} lines={6}>
        {({ people, queue }) => (
          <>
            <p className="mb-4" data-queue-age>
              {m.healthQueue(queue.pending, queue.expired)}{" "}
              {queue.oldestSeconds !== null && m.healthOldest(durationText(queue.oldestSeconds * 1_000))}
            </p>
            <People people={people} />
          </>
        )}
      </Block>
    </div>
  );
}
