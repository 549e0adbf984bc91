import type { RequestView } from "../api/types.ts";
import { useLanguage, useMessages } from "../messages/use-messages.tsx";
import { groupDigits } from "../text/format-number.ts";
import { Code, Text } from "../text/text.tsx";
import { Instants } from "../ui/instants.tsx";
import { type AnswerPart, type AnswerRow, answerParts } from "./answer-parts.ts";

function Row({ row }: { row: AnswerRow }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-line py-1.5 not-first:border-t">
      <dt className="w-44 shrink-0 text-ink-2 max-wide:w-full">
        <Text value={row.label} />
      </dt>
      <dd className="min-w-0 font-medium">
        <Instants value={row.value} />
      </dd>
      {row.record !== row.value && (
        <dd className="ml-auto text-xs whitespace-nowrap text-ink-2">
          <Code value={row.record} />
        </dd>
      )}
    </div>
  );
}

function Part({ part }: { part: AnswerPart }) {
  const m = useMessages();
  return (
    <div>
      {part.sentence !== "" && (
        <p className="max-w-[68ch] text-md">
          <Instants value={part.sentence} multiline />
        </p>
      )}
      {part.receiptId !== null && (
        <p className="text-xs text-ink-2">
          {m.receipt} <Code value={part.receiptId} />
        </p>
      )}
      {part.rows.length > 0 && (
        <dl className="mt-1 max-w-[680px] border-l-2 border-line-strong pl-3 text-sm">
          {part.rows.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </dl>
      )}
    </div>
  );
}

/** The answer, a block for each thing that was done or found, and each figure of it with the record that says it. */
export function AnswerBlock({ request }: { request: RequestView }) {
  const { messages: m, language } = useLanguage();
  if (request.answer === null) return null;
  const facts = request.answerFacts ?? [];
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface px-4 py-3" data-answer>
      <h2 className="text-sm font-strong">{m.answerTitle}</h2>
      <div className="mt-1 flex flex-col gap-4">
        {answerParts(request.answer).map((part, index) => (
          <Part key={index} part={part} />
        ))}
      </div>
      {facts.length > 0 && (
        <details className="mt-3">
          <summary className="target flex cursor-pointer items-center text-ink-2">{m.factsTitle}</summary>
          <ul className="mt-1">
            {facts.map((fact, index) => (
              <li key={index} className="flex flex-wrap gap-x-3">
                <Text value={fact.text} className="text-ink-2" />
                <span className="font-medium">
                  <Instants value={groupDigits(fact.value, language)} /> {fact.unit && <Text value={fact.unit} />}
                </span>
                <span className="text-xs whitespace-nowrap text-ink-2">
                  <Code value={fact.record} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
