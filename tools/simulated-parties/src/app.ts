import { AppError } from "@quartermaster/shared/errors";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import { z } from "zod";
import { decideAnswer } from "./decide-answer.ts";
import { Message, PARTIES, type Party, type TakenMessage, TOOLS } from "./message.ts";
import type { MessageStore } from "./message-store.ts";
import { createRuleBook, Rule } from "./rules.ts";

export interface AppOptions {
  log: Logger;
  store: MessageStore;
  /** Time from taking a message in to the answer's event, when no rule says otherwise. */
  delayMs: number;
  now?: () => number;
}

const Key = z.object({ key: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/:-]{0,119}$/) });
const OfTenant = z.object({ tenant: z.string().min(1).max(40) });
const ReadRequest = z.looseObject({ selectors: z.array(z.unknown()).max(200) });

/** The document of a message in the form that every outside system answers with. */
const resultOf = ({ theirReference, receivedAt, state, reason, due }: TakenMessage) => ({
  reference: theirReference,
  version: null,
  // Somebody decides later and tells it as an event.
  outcome: "pending",
  // Nobody knows the verdict before it was told.
  fields: { receivedAt, state: due.length > 0 ? "received" : state, reason: due.length > 0 ? null : reason },
});

/** Ends the connection without an answer. */
function breakLine<R extends { hijack(): unknown }>(request: { raw: { socket: { destroy(): unknown } } }, reply: R): R {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

interface Taken {
  message: TakenMessage | null;
  fresh: boolean;
}

/** The parties' HTTP interface (README.md), and the switches for their behaviour. */
export function createApp({ log, store, delayMs, now = Date.now }: AppOptions): HttpServer {
  const app = createServer({ log, notReadyBecause: () => null });
  const rules = createRuleBook();

  /** Takes a message in; null for one whose answer, or which itself, is to get lost. */
  const take = (party: Party, ourReference: string, body: Message): Taken => {
    if (!TOOLS[party].includes(body.tool))
      throw new AppError("invalid_request", {
        detail: `${party} does not do ${body.tool}`,
        errors: [{ path: "/tool", message: `one of ${TOOLS[party].join(", ")}` }],
      });
    const rule = store.find(party, body.tenant, ourReference) ? null : rules.take(party, body);
    if (rule?.lost === "request") return { message: null, fresh: false };
    if (rule?.answer === "refuse") throw new AppError("conflict", { detail: rule.reason ?? `the ${party} does not take this` });
    const at = now();
    const decision = decideAnswer(party, ourReference, body, rule, { now: at, delayMs });
    const taken = store.take({ ...body, party, ourReference, receivedAt: new Date(at).toISOString(), ...decision });
    if (!taken.same) throw new AppError("idempotency_mismatch", { detail: `${ourReference} was sent before with another content` });
    log.info({ party, tenant: body.tenant, ourReference, tool: body.tool, fresh: taken.fresh }, "message taken in");
    return { message: rule?.lost === "response" ? null : taken.message, fresh: taken.fresh };
  };

  for (const party of PARTIES) {
    app.put(`/${party}/v1/effects/:key`, { schema: { params: Key, body: Message } }, async (request, reply) => {
      const { message, fresh } = take(party, (request.params as z.infer<typeof Key>).key, request.body as Message);
      return message === null ? breakLine(request, reply) : reply.code(fresh ? 201 : 200).send(resultOf(message));
    });
    app.get(`/${party}/v1/effects/:key`, { schema: { params: Key, querystring: OfTenant } }, async (request, reply) => {
      const { key } = request.params as z.infer<typeof Key>;
      const { tenant } = request.query as z.infer<typeof OfTenant>;
      if (rules.breaksLookup(party, tenant)) return breakLine(request, reply);
      const found = store.find(party, tenant, key);
      if (!found) throw new AppError("not_found", { detail: `${key} was never received` });
      return resultOf(found);
    });
    // They keep no records of the company's.
    app.post(`/${party}/v1/read`, { schema: { body: ReadRequest } }, async () => ({ records: [] }));
  }
  app.get("/control/v1/messages", { schema: { querystring: OfTenant } }, async (request) => ({
    items: store.ofTenant((request.query as z.infer<typeof OfTenant>).tenant),
  }));
  app.post("/control/v1/rules", { schema: { body: Rule } }, async (request, reply) => {
    rules.add(request.body as Rule);
    return reply.code(201).send({ rules: rules.list().length });
  });
  app.get("/control/v1/rules", async () => ({ items: rules.list() }));
  app.delete("/control/v1/rules", async (_request, reply) => {
    rules.clear();
    return reply.code(204).send();
  });
  return app;
}
