import type { Role } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";

interface UserRow {
  id: string;
  roles: Role[];
  active: boolean;
}

/** Roles of a tenant's active user; null when there is none. */
export async function rolesOf(tx: Tx, tenant: string, user: string): Promise<Role[] | null> {
  const row = (
    await tx.query<UserRow>({
      name: "user-roles",
      text: "select id, roles, active from users where tenant = $1 and id = $2",
      values: [tenant, user],
    })
  ).rows[0];
  return row?.active ? row.roles : null;
}

/** Active users of a tenant with their roles. */
export async function activeUsers(tx: Tx, tenant: string): Promise<{ id: string; roles: Role[] }[]> {
  return (
    await tx.query<UserRow>({
      name: "users-active",
      text: "select id, roles, active from users where tenant = $1 and active order by id",
      values: [tenant],
    })
  ).rows;
}

/** Remembers who signed in from outside, so that roles can be looked at again right before a grant is signed. */
export async function rememberUser(tx: Tx, tenant: string, user: string, roles: readonly Role[]): Promise<void> {
  const text = `insert into users (tenant, id, roles) values ($1, $2, $3) on conflict (tenant, id) do update set roles = excluded.roles where users.roles <> excluded.roles`;
  await tx.query({ name: "user-remember", text, values: [tenant, user, [...roles]] });
}

/** The first role for which nobody but the requester is left, or null. Each slot needs another person. */
export function missingRole(
  users: readonly { id: string; roles: readonly Role[] }[],
  requester: string,
  slots: readonly string[],
): string | null {
  if (users.length === 0) return null;
  for (const role of slots) {
    const able = users.filter((user) => user.id !== requester && user.roles.some((candidate) => candidate === role)).length;
    if (able < slots.filter((slot) => slot === role).length) return role;
  }
  return null;
}
