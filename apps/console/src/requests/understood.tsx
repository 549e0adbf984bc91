import type { RequestView } from "../api/types.ts";
import { useLanguage, wordOf } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { understoodThings } from "./understood-things.ts";

/** What the words of a request were understood as, and what they allow; nothing else can happen. */
export function Understood({ request }: { request: RequestView }) {
  const { messages: m, language } = useLanguage();
  const { intent } = request;
  if (intent === null) return null;
  const things = understoodThings(intent, language);
  const kinds = [...new Set([...intent.actionKinds, ...(intent.derivedKinds ?? [])])];
  return (
    <p className="mt-2 text-ink-2">
      {things.length > 0 && (
        <>
          {m.understoodAs} <Code value={things.join(", ")} />.{" "}
        </>
      )}
      {kinds.length === 0 ? (
        m.readOnly
      ) : (
        <>
          <Text value={m.allowedOnly(kinds.map((kind) => wordOf(m.toolNames, kind)).join(", "))} />{" "}
          <Code value={kinds.join(", ")} className="text-xs text-ink-3" />
        </>
      )}
    </p>
  );
}
