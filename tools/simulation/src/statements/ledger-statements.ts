import { json, type Statements } from "./statement.ts";

/** The ledger: `services/approvals/src/ledger`. */
export const LEDGER_STATEMENTS: Statements = {
  // append-entry.ts, with the trigger that puts every entry in line for the sealer
  "ledger-insert": (session, [tenant, id, kind, requestId, planId, stepId, subject, actor, body, bodyHash]) => {
    const row = { tenant, id, kind, request_id: requestId, plan_id: planId, step_id: stepId, subject, actor, body: json(body) };
    session.put("ledger_entries", id, { ...row, body_hash: bodyHash, at: session.now });
    session.put("ledger_unsealed", id, { tenant, entry_id: id, seq: session.database.serial() });
    return [{}];
  },
  // seal-tenant.ts and entry-rows.ts
  "select pg_try_advisory_xact_lock(771010": (session, [tenant]) => [
    { ok: session.database.locks.tryTake(session, `advisory/771010/${tenant}`) },
  ],
  "select e.id, e.kind": (session, [tenant, limit]) =>
    session
      .rows("ledger_unsealed")
      .filter((row) => row.tenant === tenant)
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit)
      .flatMap((row) => session.get("ledger_entries", row.entry_id) ?? []),
  "select position, hash from ledger_seals": (session, [tenant]) =>
    session
      .rows("ledger_seals")
      .filter((row) => row.tenant === tenant)
      .sort((a, b) => b.position - a.position)
      .slice(0, 1),
  // Primary key (tenant, position).
  "insert into ledger_seals": async (session, [tenant, positions, ids, prevs, hashes]) => {
    for (const [index, position] of (positions as number[]).entries()) {
      const row = { tenant, position, entry_id: ids[index], prev: prevs[index], hash: hashes[index] };
      await session.insertNew("ledger_seals", `${tenant}/${position}`, row);
    }
    return [];
  },
  "delete from ledger_unsealed": (session, [ids]) => {
    for (const id of ids as string[]) session.remove("ledger_unsealed", id);
    return [];
  },
};
