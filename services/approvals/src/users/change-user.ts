import type { Principal, Role } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { rolesOf } from "../adapters/user-store.ts";
import { appendEntry } from "../ledger/append-entry.ts";

export interface UserView {
  id: string;
  roles: Role[];
  active: boolean;
}

/** One change of people at a time in a tenant: two admins who take each other's role at once would leave none. */
const LOCK = "select pg_advisory_xact_lock(hashtextextended('users/' || $1, 0))";
const READ = "select id, roles, active from users where tenant = $1 and id = $2 for update";
const WRITE = `insert into users (tenant, id, roles, active) values ($1, $2, $3, $4)
  on conflict (tenant, id) do update set roles = excluded.roles, active = excluded.active returning id, roles, active`;
const PAGE = "select id, roles, active from users where tenant = $1 and id > $2 order by id limit $3";

/** Everybody of a tenant, in order of their ids. */
export async function listUsers(tx: Tx, tenant: string, after: string, limit: number): Promise<UserView[]> {
  return (await tx.query<UserView>(PAGE, [tenant, after, limit])).rows;
}

const isSame = (a: UserView, b: Pick<UserView, "roles" | "active">): boolean =>
  a.active === b.active && [...a.roles].sort().join() === [...b.roles].sort().join();

/**
 * Makes a person, or changes the roles of one; what they decided before is looked at again right before it is signed. The same again
 * changes nothing. Nobody changes their own rights, and whoever changes somebody's is an admin at that very moment, so there is always
 * one left, and no one gives themselves a role.
 * @throws AppError forbidden | role_missing
 */
export async function changeUser(
  tx: Tx,
  admin: Principal,
  id: string,
  wish: Pick<UserView, "roles" | "active">,
): Promise<{ user: UserView; isNew: boolean }> {
  if (admin.user === id) throw new AppError("forbidden", { detail: "another admin changes your own roles" });
  await tx.query(LOCK, [admin.tenant]);
  if (!(await rolesOf(tx, admin.tenant, admin.user))?.includes("admin"))
    throw new AppError("role_missing", { detail: "another admin took your role admin meanwhile" });
  const before = (await tx.query<UserView>(READ, [admin.tenant, id])).rows[0];
  if (before && isSame(before, wish)) return { user: before, isNew: false };
  const roles = [...new Set(wish.roles)].sort();
  const user = (await tx.query<UserView>(WRITE, [admin.tenant, id, roles, wish.active])).rows[0];
  if (!user) throw new Error("the user was not stored");
  await appendEntry(tx, admin.tenant, {
    kind: "user.changed",
    requestId: "",
    planId: "",
    stepId: null,
    subject: id,
    actor: admin.user,
    body: { before: before ?? null, after: user },
  });
  return { user, isNew: before === undefined };
}
