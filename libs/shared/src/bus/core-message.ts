import type { Msg } from "@nats-io/transport-node";
import type { Logger } from "../log/index.ts";
import { fromClientHeaders, toClientHeaders } from "./message-headers.ts";
import type { CoreMessage } from "./types.ts";

/**
 * Reply subjects that the server makes for requests which cross accounts. A caller cannot choose them, so answering is safe;
 * any other reply subject could be one that the responder may publish to and the caller may not.
 */
export const CROSS_ACCOUNT_REPLY = "_R_.";

/** Makes the core message that a handler sees; `respond` exists only when the reply subject is an allowed one. */
export function toCoreMessage(message: Msg, replyPrefixes: readonly string[], log: Logger): CoreMessage {
  const base = { subject: message.subject, body: message.string(), headers: fromClientHeaders(message.headers) };
  const reply = message.reply;
  if (!reply) return base;
  if (!replyPrefixes.some((prefix) => reply.startsWith(prefix))) {
    // Usual for a stored message that is also heard live: its reply subject belongs to the publisher's own acknowledgement.
    log.debug({ subject: message.subject, reply }, "request with a foreign reply subject is not answered");
    return base;
  }
  return {
    ...base,
    respond(body, headers) {
      const clientHeaders = toClientHeaders(headers);
      message.respond(body, clientHeaders ? { headers: clientHeaders } : {});
    },
  };
}
