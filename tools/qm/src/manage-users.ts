import { z } from "zod";
import { type ApprovalsOptions, type CommandResult, callApprovals } from "./approvals-client.ts";

const User = z.object({ id: z.string(), roles: z.array(z.string()), active: z.boolean() });

const lineOf = (user: z.infer<typeof User>): string =>
  `${user.id}  ${user.roles.join(", ") || "no role"}${user.active ? "" : "  (not active)"}`;

/** Everybody of the tenant with roles, as far as one page of 200 goes. @throws when approvals does not answer */
export async function listUsers(options: ApprovalsOptions): Promise<CommandResult> {
  const answer = await callApprovals(options, "GET", "/v1/users?limit=200");
  if (!answer.ok) return answer;
  return {
    ok: true,
    lines: z
      .object({ items: z.array(User) })
      .parse(answer.body)
      .items.map(lineOf),
  };
}

/** Makes a person, or gives one other roles; with `active` false the person cannot sign in any more. @throws when approvals does not answer */
export async function setUser(options: ApprovalsOptions, id: string, roles: readonly string[], active: boolean): Promise<CommandResult> {
  const answer = await callApprovals(options, "POST", `/v1/users/${encodeURIComponent(id)}`, JSON.stringify({ roles, active }));
  return answer.ok ? { ok: true, lines: [lineOf(User.parse(answer.body))] } : answer;
}
