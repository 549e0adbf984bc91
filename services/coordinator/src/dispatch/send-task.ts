import { type Brief, newId, subjects } from "@quartermaster/shared/contracts";
import type { OutboxTx } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";

/**
 * Puts a task on its agent's stream as an A2A `SendMessage`. Every dispatch has a message id of its own: a repeat under the
 * old id inside the stream's window would be swallowed.
 */
export function sendTask(tx: Pick<OutboxTx, "send">, brief: Signed<Brief>, dispatch: number): void {
  const { agent, tenant, threadId, taskId } = brief.body;
  const message = { messageId: newId("msg"), contextId: threadId, role: "ROLE_USER", parts: [{ data: { brief } }] };
  tx.send({
    subject: subjects.task(agent, tenant, threadId),
    msgId: `task:${taskId}:${dispatch}`,
    body: { jsonrpc: "2.0", id: newId("msg"), method: "SendMessage", params: { message } },
    headers: { "qm-task": taskId, "qm-thread": threadId, "qm-tenant": tenant, "qm-dispatch": String(dispatch), "A2A-Version": "1.0" },
  });
}
