import { TriangleAlert } from "lucide-react";
import type { Conflict, Json } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { Instants } from "../ui/instants.tsx";

const LOOKS = {
  warn: "border-warn bg-warn-wash",
  ask: "border-warn bg-warn-wash",
  refuse: "border-danger bg-danger-wash",
} as const;
const INKS = { warn: "text-warn-ink", ask: "text-warn-ink", refuse: "text-danger-ink" } as const;

/** A value that was compared, in words: parts of a list beside each other, never as JSON. */
function valueText(m: Messages, name: string, value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map((each) => valueText(m, name, each)).join(", ");
  if (value === null) return "–";
  if (typeof value === "boolean") return m.yesNo[`${value}`];
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, each]) => `${m.conflictValue(key)}: ${valueText(m, key, each)}`)
      .join(", ");
  return /state$/i.test(name) ? m.rowValue("State", String(value)) : String(value);
}

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
          <Instants value={m.codeDetail(conflict.code, conflict.detail)} />
        </p>
        {values.length > 0 && (
          <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
            {values.map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-ink-2">
                  <Text value={m.conflictValue(name)} />
                </dt>
                <dd className="font-strong">
                  <Instants value={valueText(m, name, value)} />
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
