import type { Logger } from "@quartermaster/shared/log";
import { request } from "undici";
import type { DueEvent, Party, TakenMessage } from "./message.ts";
import type { MessageStore } from "./message-store.ts";

export interface DeliveryOptions {
  store: MessageStore;
  /** Address of each domain's events interface. */
  urls: Record<DueEvent["domain"], string>;
  /** The token with which a party signs in at a tenant. */
  tokenOf(party: Party, tenant: string): string;
  log: Logger;
  everyMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
const MOST_ATTEMPTS = 60;

/**
 * Delivers the parties' answers through `POST /v1/events`, each message's events in order, until the domain has taken them or
 * refused them for good. The event's id stays the same, so a delivery whose answer was lost does no harm.
 */
export function deliverEvents(options: DeliveryOptions): { stop(): Promise<void> } {
  const { store, log } = options;
  const attempts = new Map<string, { count: number; notBefore: number }>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const post = async (message: TakenMessage, event: DueEvent): Promise<{ status: number; body: string }> => {
    const answer = await request(`${options.urls[event.domain]}/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${options.tokenOf(message.party, message.tenant)}`, "content-type": "application/json" },
      body: JSON.stringify(event.body),
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
      signal: AbortSignal.timeout(15_000),
    });
    return { status: answer.statusCode, body: (await answer.body.text()).slice(0, 500) };
  };
  const later = (event: DueEvent, key: string, because: unknown): boolean => {
    const count = (attempts.get(key)?.count ?? 0) + 1;
    attempts.set(key, { count, notBefore: Date.now() + Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(count, 8)) });
    log.debug({ eventId: event.eventId, count, because }, "event not taken yet");
    return count < MOST_ATTEMPTS;
  };
  const isTemporary = (status: number, body: string): boolean =>
    status >= 500 || status === 429 || (status === 409 && body.includes("event_too_early"));
  const deliver = async (message: TakenMessage, event: DueEvent): Promise<void> => {
    const key = `${message.tenant} ${event.eventId}`;
    if (Date.now() < (attempts.get(key)?.notBefore ?? 0)) return;
    try {
      const { status, body } = await post(message, event);
      if (isTemporary(status, body) && later(event, key, body)) return;
      if (status >= 300) log.warn({ eventId: event.eventId, status, body }, "event refused");
      else log.info({ eventId: event.eventId, tenant: message.tenant }, "event delivered");
    } catch (error) {
      if (later(event, key, error)) return;
      log.warn({ eventId: event.eventId, err: error }, "event given up");
    }
    attempts.delete(key);
    store.delivered(message, event.eventId);
  };
  const round = async (): Promise<void> => {
    const now = Date.now();
    const due = store.due().filter(({ event }) => event.at <= now);
    for (const { message, event } of due.slice(0, 50)) if (!stopped) await deliver(message, event);
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => log.warn({ err: error }, "delivering failed; the next round tries again"))
        .finally(schedule);
    }, options.everyMs ?? 100);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
