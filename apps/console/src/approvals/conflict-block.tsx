import { TriangleAlert } from "lucide-react";
import type { Conflict, Json } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { humanise } from "../text/humanise.ts";
import { Code, Text } from "../text/text.tsx";

const LOOKS = {
  warn: "border-warn bg-warn-wash",
  ask: "border-warn bg-warn-wash",
  refuse: "border-danger bg-danger-wash",
} as const;
const INKS = { warn: "text-warn-ink", ask: "text-warn-ink", refuse: "text-danger-ink" } as const;
const leafText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

/** One conflict: what, the values that were compared, the records they come from, the rule's code. */
export function ConflictBlock({ conflict }: { conflict: Conflict }) {
  const m = useMessages();
  const values = Object.entries(conflict.values);
  return (
    <div className={`flex gap-3 rounded-md border-l-[3px] px-4 py-3 ${LOOKS[conflict.severity] ?? LOOKS.warn}`}>
      <TriangleAlert aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${INKS[conflict.severity] ?? INKS.warn}`} strokeWidth={1.9} />
      <div className="min-w-0 flex-1">
        <p className={`font-strong ${INKS[conflict.severity] ?? INKS.warn}`}>
          <Text value={m.codeWord(conflict.code)} />
          <span className="ml-2 font-body text-xs">{wordOf(m.severity, conflict.severity)}</span>
        </p>
        <p className="mt-0.5">
          <Text value={conflict.detail} whole />
        </p>
        {values.length > 0 && (
          <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
            {values.map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-ink-2">
                  <Text value={humanise(name)} />
                </dt>
                <dd className="font-strong">
                  <Text value={leafText(value)} whole />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-2">
          <Code value={conflict.code} />
          {conflict.records.map((record) => (
            <Code key={record} value={record} />
          ))}
        </p>
      </div>
    </div>
  );
}
