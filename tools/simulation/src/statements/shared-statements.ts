import { none, type Statements } from "./statement.ts";

/** Statements of `libs/shared/src/db`. */
export const SHARED_STATEMENTS: Statements = {
  "set-tenant": (session, [tenant]) => {
    session.tenant = tenant;
    return [];
  },
  "set transaction read only": none,
  // libs/shared/src/db/outbox.ts
  "outbox-insert": (session, [tenant, subjects, msgIds, bodies]) =>
    (subjects as string[]).map((subject, index) => {
      const id = String(session.database.serial());
      session.put("outbox", id, { tenant, id, subject, msg_id: msgIds[index], body: bodies[index], created_at: session.now });
      return { id };
    }),
};
