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

/** Whether every slot gets a person of its own. Slots are few, so every way of filling them is tried. */
function canFill(able: readonly (readonly string[])[], taken: readonly string[]): boolean {
  const [first, ...rest] = able;
  return first === undefined || first.some((user) => !taken.includes(user) && canFill(rest, [...taken, user]));
}

/**
 * The first role for which nobody is left, or null. A slot takes one role, or one of several. Neither the requester nor whoever fills another slot (`taken`) counts, and one
 * person who has both roles cannot fill two slots.
 */
export function missingRole(
  users: readonly { id: string; roles: readonly Role[] }[],
  requester: string,
  slots: readonly string[] | readonly (readonly string[])[],
  taken: readonly string[] = [],
): string | null {
  if (users.length === 0) return null;
  const choices = slots.map((slot) => (typeof slot === "string" ? [slot] : slot));
  const able = choices.map((roles) => users.filter((user) => user.roles.some((role) => roles.includes(role))).map((user) => user.id));
  const short = choices.findIndex((_, index) => !canFill(able.slice(0, index + 1), [requester, ...taken]));
  return choices[short]?.[0] ?? null;
}
