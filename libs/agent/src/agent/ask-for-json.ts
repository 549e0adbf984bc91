import type { JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { type AssistantTurn, type ChatMessage, type Model, ModelError } from "./model.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** What the tries of a question took so far. */
export interface JsonUsage {
  modelCalls: number;
  promptTokens: number;
  completionTokens: number;
  estimated: boolean;
}

/**
 * What a model answered, as data. `json` is null when it gave nothing of the form asked for, twice, when no answer could be had
 * (`failure` says why), or when nothing was left for a try. Whatever came of it, `usage` holds every try that may have been paid.
 */
export interface JsonAnswer {
  json: unknown;
  usage: JsonUsage;
  failure: unknown;
}

export interface JsonQuestion {
  messages: readonly ChatMessage[];
  /** Closed JSON schema of the answer; servers that support it are held to it, all answers are checked against it. */
  schema: { name: string; schema: JsonObject };
  /** Tokens that the next try may answer with after a prompt of this size; null forbids it. */
  allowance(usage: JsonUsage, promptTokens: number): number | null;
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

/** One turn of the question, with its tries booked into `usage`; throws what kept the answer away. */
async function askOnce(
  model: Pick<Model, "complete">,
  question: JsonQuestion,
  messages: readonly ChatMessage[],
  usage: JsonUsage,
): Promise<AssistantTurn | null> {
  const { allowance, tokenizer, signal } = question;
  const spend = (promptTokens: number, completionTokens: number, estimated: boolean) => {
    usage.modelCalls += 1;
    usage.promptTokens += promptTokens;
    usage.completionTokens += completionTokens;
    usage.estimated ||= estimated;
  };
  const size = tokenizer.count(messages.map((message) => message.content ?? "").join(""));
  let leased = allowance(usage, size);
  if (leased === null) return null;
  const maxTokens = leased;
  const onUnanswered = async () => {
    if (leased !== null) spend(size, leased, true);
    leased = allowance(usage, size);
    return leased;
  };
  try {
    const turn = await model.complete({ messages, tools: [], maxTokens, responseSchema: question.schema, onUnanswered, signal });
    const counted = turn.usage ?? { promptTokens: size, completionTokens: tokenizer.count(turn.content ?? "") };
    spend(counted.promptTokens, counted.completionTokens, turn.usage === null);
    return turn;
  } catch (error) {
    // A port that gave up told of every lost try; one that was stopped may have left a try at work.
    if (!(error instanceof ModelError) && leased !== null) spend(size, leased, true);
    throw error;
  }
}

/**
 * Asks for data of a schema. Whatever the server supports, the answer is checked here; one that does not fit is sent back once
 * with the reason. Never rejects: what was spent before a failure must reach who pays for it.
 */
export async function askForJson(model: Pick<Model, "complete">, question: JsonQuestion): Promise<JsonAnswer> {
  const form = z.fromJSONSchema(question.schema.schema as Parameters<typeof z.fromJSONSchema>[0]);
  const usage: JsonUsage = { modelCalls: 0, promptTokens: 0, completionTokens: 0, estimated: false };
  let messages = [...question.messages];
  for (let turns = 1; turns <= MAX_TURNS; turns++) {
    let turn: AssistantTurn | null;
    try {
      turn = await askOnce(model, question, messages, usage);
    } catch (failure) {
      return { json: null, usage, failure };
    }
    if (turn === null) break;
    const text = turn.content ?? "";
    const json = objectIn(text);
    const checked = form.safeParse(json);
    if (json !== undefined && checked.success) return { json, usage, failure: null };
    const why = json === undefined || checked.success ? "it is not one JSON object" : problemOf(checked.error);
    messages = [
      ...question.messages,
      { role: "assistant", content: text.slice(0, 4_000), toolCalls: [] },
      { role: "user", content: `Your answer does not have the form asked for (${why}). Answer with the JSON object only.` },
    ];
  }
  return { json: null, usage, failure: null };
}
