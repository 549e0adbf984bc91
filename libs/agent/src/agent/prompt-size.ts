import type { ChatMessage, ModelTool } from "./model.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** What the chat format adds to every message. */
const PER_MESSAGE = 4;

const wordsOf = (message: ChatMessage): string =>
  message.role === "assistant"
    ? `${message.content ?? ""}${message.toolCalls.map((call) => call.name + call.arguments).join("")}`
    : message.content;

/** Counts messages and tools of prompts; each is counted once, since a prompt repeats the one before it. */
export interface PromptSize {
  text(text: string): number;
  message(message: ChatMessage): number;
  messages(messages: readonly ChatMessage[]): number;
  tools(tools: readonly ModelTool[]): number;
  /** Gets ready to count these, where that needs a call. */
  prepare(messages: readonly ChatMessage[], tools: readonly ModelTool[], signal: AbortSignal): Promise<void>;
}

/** Makes the counter of one task. Tools count as their JSON, which is a little more than servers make of it. */
export function createPromptSize(tokenizer: Tokenizer): PromptSize {
  const known = new WeakMap<object, number>();
  const once = (thing: object, words: () => string): number => {
    const found = known.get(thing);
    if (found !== undefined) return found;
    const tokens = tokenizer.count(words());
    known.set(thing, tokens);
    return tokens;
  };
  const message = (one: ChatMessage): number => PER_MESSAGE + once(one, () => wordsOf(one));
  return {
    text: (text) => tokenizer.count(text),
    message,
    messages: (all) => all.reduce((sum, one) => sum + message(one), 0),
    tools: (tools) => tools.reduce((sum, tool) => sum + once(tool, () => JSON.stringify(tool)), 0),
    async prepare(all, tools, signal) {
      if (!tokenizer.prepare) return;
      const fresh = <T extends object>(things: readonly T[], words: (thing: T) => string) =>
        things.filter((thing) => !known.has(thing)).map(words);
      await tokenizer.prepare([...fresh(all, wordsOf), ...fresh(tools, (tool) => JSON.stringify(tool))], signal);
    },
  };
}
