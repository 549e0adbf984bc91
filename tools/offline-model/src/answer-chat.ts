import { answerSchema } from "./mind/answer-schema.ts";
import { readConversation } from "./mind/conversation.ts";
import type { ChatRequest, ModelTurn } from "./protocol/chat-request.ts";
import { nextTurn } from "./skills/next-turn.ts";

/** What the model says to a request: JSON of the asked schema, tool calls, or words. A pure function of the request. */
export function answerChat(chat: ChatRequest): ModelTurn {
  const conversation = readConversation(chat);
  if (chat.schema !== null && chat.tools.length === 0)
    return { content: JSON.stringify(answerSchema(chat.schema, conversation)), calls: [] };
  const turn = nextTurn(conversation, chat.toolChoice === "none" ? [] : chat.tools);
  return chat.parallelCalls ? turn : { ...turn, calls: turn.calls.slice(0, 1) };
}
