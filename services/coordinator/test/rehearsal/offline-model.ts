import type { Model } from "@quartermaster/agent/agent";
import { answerChat } from "../../../../tools/offline-model/src/answer-chat.ts";
import { readChatRequest } from "../../../../tools/offline-model/src/protocol/chat-request.ts";
import type { ModelCall } from "../../src/intent/intent-outcome.ts";

const NO_USAGE = { modelCalls: 1, promptTokens: 0, completionTokens: 0, cost: null, estimated: false };

let calls = 0;

/** The offline model in this process: the same bytes in, the same bytes out, only without the wire. */
export const offlineModel: Model = {
  name: "offline",
  complete: async ({ messages, tools }) => {
    const body = {
      messages: messages.map((message) =>
        message.role === "tool"
          ? { role: "tool", tool_call_id: message.toolCallId, content: message.content }
          : message.role === "assistant"
            ? {
                role: "assistant",
                content: message.content,
                tool_calls: message.toolCalls.map((call) => ({ id: call.id, function: { name: call.name, arguments: call.arguments } })),
              }
            : message,
      ),
      tools: tools.map(({ name, description, parameters }) => ({ type: "function", function: { name, description, parameters } })),
    };
    const turn = answerChat(readChatRequest(JSON.parse(JSON.stringify(body))));
    return {
      content: turn.content,
      toolCalls: turn.calls.map((call) => ({ id: `call_${++calls}`, name: call.name, arguments: JSON.stringify(call.args) })),
      finishReason: turn.calls.length > 0 ? ("tool_calls" as const) : ("stop" as const),
      refusal: null,
      usage: { promptTokens: 1, completionTokens: 1 },
    };
  },
};

/** The same model for the coordinator's one call with a closed schema. */
export const offlineCall: ModelCall = async (messages, schema) => {
  const chat = readChatRequest({ messages, response_format: { type: "json_schema", json_schema: schema } });
  return { json: JSON.parse(answerChat(chat).content ?? "{}"), usage: NO_USAGE };
};
