import { z } from "zod";
import { type ApprovalsOptions, type CommandResult, callApprovals } from "./approvals-client.ts";

const User = z.object({ id: z.string(), roles: z.array(z.string()), active: z.boolean() });

const Page = z.object({ items: z.array(User), nextCursor: z.string().nullable() });
type Wish = { roles: readonly string[]; active: boolean };

/** Pages of 200 people that are asked for at most. */
const MOST_PAGES = 500;

const lineOf = (user: z.infer<typeof User>): string =>
  `${user.id}  ${user.roles.join(", ") || "no role"}${user.active ? "" : "  (not active)"}`;

/** Goes through the tenant's people page by page until `take` says that it has seen enough; gives the answer that ended it otherwise. */
async function eachPage(options: ApprovalsOptions, take: (users: z.infer<typeof User>[]) => boolean): Promise<CommandResult> {
  let cursor = "";
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await callApprovals(
      options,
      "GET",
      `/v1/users?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (!answer.ok) return answer;
    const { items, nextCursor } = Page.parse(answer.body);
    if (take(items) || nextCursor === null) return { ok: true, lines: [] };
    cursor = nextCursor;
  }
  return { ok: false, lines: [`there are more people than ${MOST_PAGES * 200}; nobody is left out in GET /v1/users`] };
}

/** Everybody of the tenant with roles. @throws when approvals does not answer */
export async function listUsers(options: ApprovalsOptions): Promise<CommandResult> {
  const lines: string[] = [];
  const ending = await eachPage(options, (users) => {
    lines.push(...users.map(lineOf));
    return false;
  });
  return ending.ok ? { ok: true, lines } : ending;
}

async function change(options: ApprovalsOptions, id: string, wish: Wish): Promise<CommandResult> {
  const answer = await callApprovals(options, "POST", `/v1/users/${encodeURIComponent(id)}`, JSON.stringify(wish));
  return answer.ok ? { ok: true, lines: [lineOf(User.parse(answer.body))] } : answer;
}

/** Makes a person, or gives one these roles instead of those before; the person can sign in. @throws when approvals does not answer */
export const setRoles = (options: ApprovalsOptions, id: string, roles: readonly string[]): Promise<CommandResult> =>
  change(options, id, { roles, active: true });

/** The person cannot sign in any more, and keeps the roles, or gets `roles` when some are named. @throws when approvals does not answer */
export async function setInactive(options: ApprovalsOptions, id: string, roles: readonly string[]): Promise<CommandResult> {
  if (roles.length > 0) return await change(options, id, { roles, active: false });
  let found: z.infer<typeof User> | undefined;
  const ending = await eachPage(options, (users) => {
    found = users.find((user) => user.id === id);
    return found !== undefined;
  });
  if (!ending.ok) return ending;
  if (found === undefined) return { ok: false, lines: [`there is nobody called ${id}`] };
  return await change(options, id, { roles: found.roles, active: false });
}
