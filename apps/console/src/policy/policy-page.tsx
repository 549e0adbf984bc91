import { useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import { useLanguage, useMessages, wordOf } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { groupDigits } from "../text/format-number.ts";
import { Code, Text } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";
import { rowLines } from "./row-lines.ts";
import { type PolicyRow, rowPeople } from "./row-people.ts";

interface Policy {
  version: string;
  rows: PolicyRow[];
  /** EUR amounts and hours by name. */
  thresholds: Readonly<Record<string, number>>;
}

/** A tool's name, which may break after an underscore only. */
function ToolName({ value }: { value: string }) {
  return value.split(/(?<=[_.])/).map((part, index) => (
    <span key={index}>
      {index > 0 && <wbr />}
      <Code value={part} />
    </span>
  ));
}

const CELL = "px-4 py-2.5 max-wide:block max-wide:py-0.5";

function Reasons({ row, thresholds }: { row: PolicyRow; thresholds: Policy["thresholds"] }) {
  const { messages: m, language } = useLanguage();
  const amounts = (names: readonly string[]): string =>
    names
      .flatMap((name) => (thresholds[name] === undefined ? [] : m.policyFrom(groupDigits(String(thresholds[name]), language))))
      .join(", ");
  return rowLines(row).map(({ why, thresholds: names }) => (
    <span key={why} className="block">
      <Text value={m.reason(why)} />
      {amounts(names) !== "" && <span className="font-medium whitespace-nowrap text-ink"> ({amounts(names)})</span>}
    </span>
  ));
}

function Row({ row, thresholds }: { row: PolicyRow; thresholds: Policy["thresholds"] }) {
  const m = useMessages();
  const { first, second } = rowPeople(row);
  return (
    <tr className="border-t border-line align-top max-wide:block max-wide:py-2">
      <th scope="row" className={`${CELL} text-left font-body`}>
        <span className="block font-medium first-letter:uppercase">{wordOf(m.toolNames, row.tool)}</span>
        <span className="text-xs text-ink-2">
          <ToolName value={row.tool} />
        </span>
        {row.id !== `${row.tool}.default` && (
          <span className="block text-xs text-ink-3">
            <ToolName value={row.id} />
          </span>
        )}
      </th>
      <td className={CELL}>
        {first === null ? m.policyFree : roleWord(m, first)}
        {second.map((role) => (
          <span key={role} className="block text-xs text-ink-2">
            + {roleWord(m, role)}
          </span>
        ))}
      </td>
      <td className={`${CELL} text-ink-2`}>
        <Reasons row={row} thresholds={thresholds} />
        {row.free && (
          <span className="block">
            {first !== null && `${m.policyFree}: `}
            <Text value={m.reason(row.free.why)} />
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
            <p className="mb-3 text-ink-2">
              {m.policyVersion(policy.version)}.{" "}
              {policy.thresholds.default_ttl_hours !== undefined &&
                policy.thresholds.urgent_ttl_hours !== undefined &&
                m.policyHours(policy.thresholds.default_ttl_hours, policy.thresholds.urgent_ttl_hours)}
            </p>
            <div className="overflow-x-auto rounded-lg border border-line bg-surface">
              <table className="w-full border-collapse max-wide:block">
                <thead className="bg-sunken text-2xs tracking-wider text-ink-2 uppercase max-wide:sr-only">
                  <tr>
                    <th scope="col" className="px-4 py-2 text-left font-strong">
                      {m.policyAction}
                    </th>
                    <th scope="col" className="px-4 py-2 text-left font-strong">
                      {m.policyPeople}
                    </th>
                    <th scope="col" className="px-4 py-2 text-left font-strong">
                      {m.policyWhy}
                    </th>
                  </tr>
                </thead>
                <tbody className="max-wide:block">
                  {policy.rows.map((row) => (
                    <Row key={`${row.tool} ${row.id}`} row={row} thresholds={policy.thresholds} />
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
