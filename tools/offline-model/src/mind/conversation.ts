import { detectLanguage, type Reading, readText } from "@quartermaster/language";
import { LANGUAGES, type Language } from "@quartermaster/shared/contracts";
import type { ChatRequest, JsonMap } from "../protocol/chat-request.ts";

/** A tool call of the conversation with what came back; output null when nothing did. */
export interface Step {
  name: string;
  args: JsonMap;
  output: JsonMap | null;
}

/** All that the model knows: the user's words, the typed facts beside them, and what its calls returned. */
export interface Conversation {
  language: Language;
  /** ISO instant of business time. */
  now: string;
  /** The sentence that holds now, as written. */
  sentence: string;
  reading: Reading;
  /** The earlier turn that the sentence leans on. */
  context: Reading | null;
  facts: JsonMap;
  steps: Step[];
  /** Notes of the runtime after the opening, such as a warning that calls repeat. */
  notes: string[];
}

const FACTS_MARK = /\n\s*Facts \(JSON\):\s*\n/;
const THREAD_MARK = /\n\s*---\s*\nEarlier the user said: ([\s\S]*?)(?:\nThen the user said: [\s\S]*)?$/;
const NO_TIME = "1970-01-01T00:00:00Z";

const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Facts after the mark, or a JSON object at the end of the text. */
function splitFacts(text: string): { words: string; facts: JsonMap } {
  const mark = FACTS_MARK.exec(text);
  if (mark) {
    const facts = parse(text.slice(mark.index + mark[0].length));
    return { words: text.slice(0, mark.index), facts: isMap(facts) ? facts : {} };
  }
  const brace = text.search(/\{\s*"/);
  const tail = brace >= 0 ? parse(text.slice(brace)) : null;
  return isMap(tail) ? { words: text.slice(0, brace), facts: tail } : { words: text, facts: {} };
}

function readSteps(chat: ChatRequest): Step[] {
  const results = new Map(
    chat.messages.filter((message) => message.role === "tool").map((message) => [message.toolCallId, message.content]),
  );
  return chat.messages.flatMap((message) =>
    message.toolCalls.map((call) => {
      const args = parse(call.arguments);
      const output = parse(results.get(call.id) ?? "");
      return { name: call.name, args: isMap(args) ? args : {}, output: isMap(output) ? output : null };
    }),
  );
}

/** Reads a chat into what the rules work on. */
export function readConversation(chat: ChatRequest): Conversation {
  const turns = chat.messages.filter((message) => message.role === "user");
  const opening = turns[0]?.content ?? "";
  // Several user turns without facts are a plain chat: the last one is the question.
  const plain = turns.length > 1 && !FACTS_MARK.test(opening);
  const { words, facts } = splitFacts(plain ? (turns.at(-1)?.content ?? "") : opening);
  const thread = THREAD_MARK.exec(words);
  const sentence = (thread ? words.slice(0, thread.index) : words).trim();
  const stated = LANGUAGES.find((language) => language === facts.language);
  const language = stated ?? detectLanguage(sentence);
  const now = typeof facts.businessNow === "string" ? facts.businessNow : NO_TIME;
  return {
    language,
    now,
    sentence,
    reading: readText(sentence, language, now),
    context: thread?.[1] ? readText(thread[1], language, now) : null,
    facts,
    steps: readSteps(chat),
    notes: plain ? [] : turns.slice(1).map((turn) => turn.content),
  };
}
