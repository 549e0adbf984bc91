import type { JsMsg } from "@nats-io/jetstream";
import { AppError } from "../errors/index.ts";
import type { Logger } from "../log/index.ts";
import { retryDelayMs } from "./delivery-policy.ts";
import { fromClientHeaders } from "./message-headers.ts";
import { type BusHandler, type BusMessage, type ConsumeOptions, NakLater } from "./types.ts";

/** The server re-delivers after 15 s without a sign of life; see the consumers' ack_wait. */
const BEAT_EVERY_MS = 5_000;

const toBusMessage = (message: JsMsg): BusMessage => ({
  subject: message.subject,
  body: message.string(),
  headers: fromClientHeaders(message.headers),
  deliveryCount: message.info.deliveryCount,
  stream: message.info.stream,
  sequence: message.seq,
});

/** Gives a failed message back, or stores it as a dead letter and ends it. */
async function settleFailure(
  delivery: JsMsg,
  message: BusMessage,
  error: unknown,
  onDeadLetter: ConsumeOptions["onDeadLetter"],
  log: Logger,
): Promise<void> {
  const place = { subject: message.subject, stream: message.stream, sequence: message.sequence, delivery: message.deliveryCount };
  if (error instanceof NakLater) {
    log.debug({ ...place, reason: error.message }, "message postponed");
    return delivery.nak(error.delayMs);
  }
  const permanent = AppError.isInstance(error) && !error.retryable;
  if (!permanent) {
    log.warn({ ...place, err: error }, "handler failed; the message comes again");
    return delivery.nak(retryDelayMs(message.deliveryCount));
  }
  try {
    await onDeadLetter?.(message, error.code, error.message);
  } catch (failure) {
    log.error({ ...place, err: failure }, "dead letter could not be stored; the message comes again");
    return delivery.nak(retryDelayMs(message.deliveryCount));
  }
  log.error({ ...place, err: error }, "message is a dead letter");
  // Without a reason: an old server does not understand one and delivers the message again.
  delivery.term();
}

/**
 * Runs a handler for one delivery and settles it: acknowledged only after the handler resolved. Never throws.
 * While it runs the server is told every 5 s that the work goes on.
 */
export async function handleDelivery(
  delivery: JsMsg,
  handler: BusHandler,
  options: { signal: AbortSignal; log: Logger; onDeadLetter?: ConsumeOptions["onDeadLetter"] },
): Promise<void> {
  const beat = setInterval(() => delivery.working(), BEAT_EVERY_MS);
  try {
    const message = toBusMessage(delivery);
    try {
      await handler(message, options.signal);
      delivery.ack();
    } catch (error) {
      if (options.signal.aborted) delivery.nak();
      else await settleFailure(delivery, message, error, options.onDeadLetter, options.log);
    }
  } catch (error) {
    options.log.warn({ err: error }, "delivery could not be settled; it comes again");
  } finally {
    clearInterval(beat);
  }
}
