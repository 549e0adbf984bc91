import type { RequestView } from "../api/types.ts";
import { useLanguage } from "../messages/use-messages.tsx";
import { groupDigits } from "../text/format-number.ts";
import { Code, Text } from "../text/text.tsx";

/** The answer as text, and each figure of it with the record that says it. */
export function AnswerBlock({ request }: { request: RequestView }) {
  const { messages: m, language } = useLanguage();
  if (request.answer === null) return null;
  const facts = request.answerFacts ?? [];
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface px-4 py-3" data-answer>
      <h2 className="text-sm font-strong">{m.answerTitle}</h2>
      <p className="mt-1 max-w-[68ch] text-md">
        <Text value={request.answer} multiline whole />
      </p>
      {facts.length > 0 && (
        <details className="mt-3">
          <summary className="target flex cursor-pointer items-center text-ink-2">{m.factsTitle}</summary>
          <ul className="mt-1">
            {facts.map((fact, index) => (
              <li key={index} className="flex flex-wrap gap-x-3">
                <Text value={fact.text} className="text-ink-2" />
                <span className="font-medium">
                  <Text value={groupDigits(fact.value, language)} /> {fact.unit && <Text value={fact.unit} />}
                </span>
                <Code value={fact.record} className="text-xs text-ink-2" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
