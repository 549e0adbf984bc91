import { useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { Code, Text } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";

interface PolicyRow {
  tool: string;
  id: string;
  owner: string;
  free?: { why: string };
  first?: { id: string; why: string; role?: string }[];
  second: { id: string; why: string; role?: string }[];
  why: string;
}

interface Policy {
  version: string;
  rows: PolicyRow[];
}

function Row({ row }: { row: PolicyRow }) {
  const m = useMessages();
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="px-4 py-2.5 text-left font-body">
        <Code value={row.tool} className="font-medium" />
        <span className="block text-xs text-ink-3">
          <Code value={row.id} />
        </span>
      </th>
      <td className="px-2 py-2.5">
        {roleWord(m, row.owner)}
        {row.second.map((raise) => (
          <span key={raise.id} className="block text-xs text-ink-2">
            + {raise.role ? roleWord(m, raise.role) : raise.id}
          </span>
        ))}
      </td>
      <td className="px-4 py-2.5 text-ink-2">
        {[...new Set([row.why, ...(row.first ?? []).map((raise) => raise.why), ...row.second.map((raise) => raise.why)])]
          .filter(Boolean)
          .map((sentence) => (
            <span key={sentence} className="block">
              <Text value={sentence} />
            </span>
          ))}
        {row.free && (
          <span className="block">
            {m.policyFree}: <Text value={row.free.why} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Which action needs which people, and why. */
export function PolicyPage() {
  const m = useMessages();
  const query = useQuery({ queryKey: ["policy"], queryFn: async () => (await call<Policy>("/v1/policy")).body, staleTime: 60_000 });
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <h1 className="mb-4 text-lg">{m.policy}</h1>
      <Block query={query} what={m.policy} lines={8}>
        {(policy) => (
          <>
            <p className="mb-3 text-ink-2">{m.policyVersion(policy.version)}</p>
            <div className="overflow-x-auto rounded-lg border border-line bg-surface">
              <table className="w-full border-collapse">
                <thead className="bg-sunken text-2xs tracking-wider text-ink-2 uppercase">
                  <tr>
                    <th scope="col" className="px-4 py-2 text-left font-strong">
                      {m.policyAction}
                    </th>
                    <th scope="col" className="px-2 py-2 text-left font-strong">
                      {m.policyPeople}
                    </th>
                    <th scope="col" className="px-4 py-2 text-left font-strong">
                      {m.policyWhy}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {policy.rows.map((row) => (
                    <Row key={`${row.tool} ${row.id}`} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Block>
    </div>
  );
}
