import type { JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";
import type { ChatMessage, Model } from "./model.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** What a model answered, as data; `json` is null when it gave nothing of the form asked for, twice. */
export interface JsonAnswer {
  json: unknown;
  usage: { modelCalls: number; promptTokens: number; completionTokens: number; estimated: boolean };
}

export interface JsonQuestion {
  messages: readonly ChatMessage[];
  /** Closed JSON schema of the answer; servers that support it are held to it, all answers are checked against it. */
  schema: { name: string; schema: JsonObject };
  maxTokens: number;
  tokenizer: Tokenizer;
  signal: AbortSignal;
}

/** The first answer and one repair. */
const MAX_TURNS = 2;

/** The outermost JSON object of a text: servers without a schema mode wrap it in words or a fence. */
function objectIn(text: string): unknown {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end <= start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

function problemOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `${issue.path.map(String).join(".") || "the object"}: ${issue.message}` : "another form was asked for";
}

/**
 * Asks for data of a schema. Whatever the server supports, the answer is checked here; one that does not fit is sent back once
 * with the reason. @throws ModelError when no answer can be had.
 */
export async function askForJson(model: Pick<Model, "complete">, question: JsonQuestion): Promise<JsonAnswer> {
  const { schema, maxTokens, tokenizer, signal } = question;
  const form = z.fromJSONSchema(schema.schema as Parameters<typeof z.fromJSONSchema>[0]);
  const usage = { modelCalls: 0, promptTokens: 0, completionTokens: 0, estimated: false };
  const spend = (promptTokens: number, completionTokens: number, estimated: boolean) => {
    usage.modelCalls += 1;
    usage.promptTokens += promptTokens;
    usage.completionTokens += completionTokens;
    usage.estimated ||= estimated;
  };
  let messages = [...question.messages];
  for (let turns = 1; ; turns++) {
    const size = tokenizer.count(messages.map((message) => message.content ?? "").join(""));
    const onUnanswered = async () => {
      spend(size, maxTokens, true);
      return maxTokens;
    };
    const turn = await model.complete({ messages, tools: [], maxTokens, responseSchema: schema, onUnanswered, signal });
    const text = turn.content ?? "";
    spend(turn.usage?.promptTokens ?? size, turn.usage?.completionTokens ?? tokenizer.count(text), turn.usage === null);
    const json = objectIn(text);
    const checked = form.safeParse(json);
    if (json !== undefined && checked.success) return { json, usage };
    if (turns >= MAX_TURNS) return { json: null, usage };
    const why = json === undefined || checked.success ? "it is not one JSON object" : problemOf(checked.error);
    messages = [
      ...question.messages,
      { role: "assistant", content: text.slice(0, 4_000), toolCalls: [] },
      { role: "user", content: `Your answer does not have the form asked for (${why}). Answer with the JSON object only.` },
    ];
  }
}
