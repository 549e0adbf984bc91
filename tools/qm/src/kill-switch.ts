import { z } from "zod";
import { type ApprovalsOptions, type CommandResult, callApprovals } from "./approvals-client.ts";

const Asked = z.object({
  id: z.string(),
  action: z.string(),
  askedBy: z.string(),
  confirmedBy: z.string().nullable(),
  expiresAt: z.string(),
});
const Executors = z.array(z.object({ domain: z.string(), epoch: z.number().nullable() }));
const State = z.object({ stopped: z.boolean(), epoch: z.number(), pending: Asked.nullable(), executors: Executors });
const Changed = Asked.extend({ epoch: z.number().nullable(), executors: Executors });

const executorLines = (executors: z.infer<typeof Executors>, epoch: number): string[] =>
  executors.map(({ domain, epoch: known }) => `${domain} ${known === epoch ? "has confirmed" : "has not confirmed yet"}`);

/** Whether execution is stopped, and what waits for a second admin. @throws when approvals does not answer */
export async function showSwitch(options: ApprovalsOptions): Promise<CommandResult> {
  const answer = await callApprovals(options, "GET", "/v1/kill-switch");
  if (!answer.ok) return answer;
  const { stopped, epoch, pending, executors } = State.parse(answer.body);
  const lines = [
    `execution is ${stopped ? "stopped" : "running"}, epoch ${epoch}`,
    ...(pending ? [`${pending.askedBy} asks to ${pending.action}: confirm ${pending.id} before ${pending.expiresAt}`] : []),
    ...(epoch > 0 ? executorLines(executors, epoch) : []),
  ];
  return { ok: true, lines };
}

/** Asks to stop or resume, or confirms what another admin asked. @throws when approvals does not answer */
export async function changeSwitch(
  options: ApprovalsOptions,
  wish: { action: "stop" | "resume"; reason: string } | { confirm: string },
): Promise<CommandResult> {
  const answer = await callApprovals(options, "POST", "/v1/kill-switch", JSON.stringify(wish));
  if (!answer.ok) return answer;
  const { id, action, confirmedBy, epoch, expiresAt, executors } = Changed.parse(answer.body);
  if (confirmedBy === null || epoch === null)
    return { ok: true, lines: [`asked to ${action}; another admin confirms ${id} before ${expiresAt}`] };
  return { ok: true, lines: [`${action} confirmed, epoch ${epoch}`, ...executorLines(executors, epoch)] };
}
