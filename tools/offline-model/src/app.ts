import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import { answerChat } from "./answer-chat.ts";
import { BadRequest, type ChatRequest, readChatRequest } from "./protocol/chat-request.ts";
import { MODEL_NAME, toCompletion } from "./protocol/completion.ts";
import { toChunks } from "./protocol/stream-chunks.ts";

const BODY_LIMIT = 4 * 1024 * 1024;

export interface AppOptions {
  log: Logger;
  /** Time that every completion takes at least, as a real model would. */
  latencyMs: number;
}

const errorBody = (message: string, parameter: string | null) => ({
  error: { message, type: "invalid_request_error", param: parameter, code: null },
});

/** The HTTP face of the model: OpenAI's chat completions with tools, JSON schemas and streaming. */
export function createApp(options: AppOptions): HttpServer {
  const app = createServer({ log: options.log, notReadyBecause: () => null, bodyLimitBytes: BODY_LIMIT });
  // A model server takes any text inside its strings; the strict parser of our own interfaces would refuse some of them.
  app.removeContentTypeParser(/^application\/(a2a\+)?json/);
  app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(null, undefined);
    }
  });
  const models = { object: "list", data: [{ id: MODEL_NAME, object: "model", created: 0, owned_by: "quartermaster" }] };
  app.get("/v1/models", async () => models);
  app.get("/models", async () => models);
  app.post("/v1/chat/completions", async (request, reply) => {
    let chat: ChatRequest;
    try {
      chat = readChatRequest(request.body);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return reply.code(400).send(errorBody(error.message, error.parameter));
    }
    if (options.latencyMs > 0) await wait(options.latencyMs);
    const completion = toCompletion(chat, answerChat(chat));
    options.log.debug({ calls: completion.choices[0]?.message.tool_calls?.map((call) => call.function.name) ?? [] }, "completion");
    if (!chat.stream) return completion;
    return reply
      .type("text/event-stream")
      .header("cache-control", "no-store")
      .send(Readable.from(toChunks(completion, chat.includeUsage)));
  });
  return app;
}
