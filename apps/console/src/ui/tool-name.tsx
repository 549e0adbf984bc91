import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Code } from "../text/text.tsx";

/** What a tool does in words, its name beside them; the name alone when there are no words for it. */
export function ToolName({ tool }: { tool: string }) {
  const m = useMessages();
  const word = wordOf(m.toolNames, tool);
  return (
    <span>
      {word !== tool && <span>{word} </span>}
      <Code value={tool} className="text-xs text-ink-3" />
    </span>
  );
}
