import type { Statements } from "./statement.ts";

/** Rows of the simulated warehouse: stock that is moved, and one line for every move. */
export const WAREHOUSE_STATEMENTS: Statements = {
  "stock-read": (session, [tenant, ids]) => (ids as string[]).flatMap((id) => session.get("stock", `${tenant}/${id}`) ?? []),
  "stock-lock": async (session, [tenant, ids]) => {
    const rows = [];
    for (const id of [...(ids as string[])].sort()) rows.push(await session.lock("stock", `${tenant}/${id}`));
    return rows.flatMap((row) => row ?? []);
  },
  "stock-move": async (session, [tenant, id, units, version]) =>
    await session.update(
      "stock",
      (row) => row.tenant === tenant && row.id === id && row.version === version,
      (row) => ({ units: row.units + units, version: row.version + 1 }),
    ),
  "move-insert": (session, [tenant, grantId, from, to, units]) => {
    const id = String(session.database.serial());
    // The move was made a statement earlier, so the version that it was made on is the one before.
    const fromVersion = session.get("stock", `${tenant}/${from}`)?.version - 1;
    session.put("moves", id, { tenant, id, grant_id: grantId, from, from_version: fromVersion, to, units, at: session.now });
    return [{}];
  },
};
