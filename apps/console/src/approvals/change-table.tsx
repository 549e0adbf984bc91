import type { Card } from "../api/types.ts";
import { useLanguage } from "../messages/use-messages.tsx";
import { decimalDifference, groupDigits } from "../text/format-number.ts";
import { Code, Text } from "../text/text.tsx";
import { Instants } from "../ui/instants.tsx";
import { type ChangePair, changePairs } from "./change-rows.ts";

/** A value in the words of the page; figures and times in its way. */
function Words({ label, value }: { label: string; value: string }) {
  const { messages: m, language } = useLanguage();
  const grouped = groupDigits(value, language);
  return <Instants value={grouped === value ? m.rowValue(label, value) : grouped} />;
}

function Value({ label, value, side }: { label: string; value: string | null; side: "old" | "new" }) {
  const m = useLanguage().messages;
  if (value === null) return <span className="text-ink-3">{m.nothingBefore}</span>;
  const look = side === "old" ? "bg-diff-old-wash text-diff-old" : "bg-diff-new-wash text-diff-new font-strong";
  return (
    <span className={`inline-block rounded-sm px-1.5 text-md ${look}`}>
      <Words label={label} value={value} />
    </span>
  );
}

function RowName({ pair }: { pair: ChangePair }) {
  const m = useLanguage().messages;
  return (
    <>
      <span className={pair.changed ? "font-medium" : ""}>
        <Text value={m.rowName(pair.label)} />
      </span>{" "}
      <Code value={pair.version === null ? pair.record : `${pair.record}@${pair.version}`} className="text-xs text-ink-2" />
    </>
  );
}

function Unit({ pair }: { pair: ChangePair }) {
  if (!pair.unit) return null;
  return (
    <span className="ml-1.5 text-xs text-ink-2">
      <Text value={pair.unitLabel && pair.unitLabel !== pair.unit ? `${pair.unit} (${pair.unitLabel})` : pair.unit} />
    </span>
  );
}

function Difference({ pair }: { pair: ChangePair }) {
  const { messages: m, language } = useLanguage();
  if (!pair.changed) return <span className="text-ink-2">{m.unchanged}</span>;
  if (pair.before === null) return m.isNew;
  if (pair.after === null) return m.isGone;
  const difference = decimalDifference(pair.before, pair.after);
  return difference === null ? null : `${difference.slice(0, 1).replace("-", "−")}${groupDigits(difference.slice(1), language)}`;
}

function ChangedRow({ pair }: { pair: ChangePair }) {
  const m = useLanguage().messages;
  return (
    <tr className="border-t border-line max-wide:flex max-wide:flex-wrap max-wide:items-baseline max-wide:gap-2 max-wide:px-3 max-wide:py-2">
      <th scope="row" className="px-4 py-2.5 text-left font-body max-wide:w-full max-wide:p-0">
        <RowName pair={pair} />
      </th>
      <td className="px-2 py-2.5 max-wide:p-0">
        <span className="sr-only">{m.before} </span>
        <Value label={pair.label} value={pair.before} side="old" />
      </td>
      <td className="px-2 py-2.5 max-wide:p-0">
        <span aria-hidden="true" className="mr-2 text-ink-3">
          →
        </span>
        <span className="sr-only">{m.afterColumn} </span>
        <Value label={pair.label} value={pair.after} side="new" />
        <Unit pair={pair} />
      </td>
      <td className="px-4 py-2.5 text-right text-ink-2 max-wide:ml-auto max-wide:p-0">
        <Difference pair={pair} />
      </td>
    </tr>
  );
}

function SameRow({ pair, first }: { pair: ChangePair; first: boolean }) {
  const m = useLanguage().messages;
  return (
    <tr
      className={`bg-sunken text-ink-2 max-wide:flex max-wide:flex-wrap max-wide:gap-x-2 max-wide:px-3 max-wide:py-1.5 ${first ? "border-t border-line-strong" : ""}`}
    >
      <th scope="row" className="px-4 py-1.5 text-left font-body max-wide:p-0">
        <RowName pair={pair} />
      </th>
      <td colSpan={2} className="px-2 py-1.5 max-wide:ml-auto max-wide:p-0">
        <span className="inline-block px-1.5">
          {pair.before === null ? <span className="text-ink-3">{m.nothingBefore}</span> : <Words label={pair.label} value={pair.before} />}
        </span>
        <Unit pair={pair} />
      </td>
      <td className="px-4 py-1.5 text-right max-wide:sr-only">
        <Difference pair={pair} />
      </td>
    </tr>
  );
}

/** Section 5: every field before and after, changed ones first, none left out. */
export function ChangeTable({ card }: { card: Card }) {
  const m = useLanguage().messages;
  const pairs = changePairs(card);
  if (pairs.length === 0) return <p className="text-ink-2">{m.noRows}</p>;
  const firstSame = pairs.findIndex((pair) => !pair.changed);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse max-wide:block">
        <thead className="bg-sunken text-2xs tracking-wider text-ink-2 uppercase max-wide:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-strong">
              {m.field}
            </th>
            <th scope="col" className="px-2 py-2 text-left font-strong">
              {m.before}
            </th>
            <th scope="col" className="px-2 py-2 text-left font-strong">
              {m.afterColumn}
            </th>
            <th scope="col" className="px-4 py-2 text-right font-strong">
              {m.difference}
            </th>
          </tr>
        </thead>
        <tbody className="max-wide:block">
          {pairs.map((pair, index) =>
            pair.changed ? <ChangedRow key={pair.path} pair={pair} /> : <SameRow key={pair.path} pair={pair} first={index === firstSame} />,
          )}
        </tbody>
      </table>
    </div>
  );
}
