import type { ApplyContext } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import type { Declaration } from "../domain/declaration.ts";
import type { MessageKind } from "../domain/ports.ts";

/**
 * Writes what customs is asked for. Our reference comes from the grant, so that the message is looked up by it and never sent
 * twice; the answer arrives as an event, which applies the payload or goes back to the prior state.
 */
export async function sendRequest(
  context: ApplyContext,
  declaration: Declaration,
  kind: MessageKind,
  payload: JsonObject,
): Promise<string> {
  const id = context.newRecordId("MSG", kind);
  await context.tx.query(
    `insert into declaration_messages (tenant, id, declaration, kind, state, payload_hash, our_reference, payload, prior_state, at)
     values ($1, $2, $3, $4, 'sent', $5, $6, $7, $8, $9)`,
    [
      context.tenant,
      id,
      declaration.id,
      kind,
      contentHash(payload),
      `${declaration.lrn ?? declaration.id}/${id}`,
      JSON.stringify(payload),
      declaration.state,
      context.businessNow,
    ],
  );
  return id;
}

/** Sets the state of a declaration and raises its version; gives the new one. */
export async function setState(context: ApplyContext, declaration: Declaration, state: string): Promise<number> {
  const updated = await context.tx.query<{ version: number }>(
    "update declarations set state = $2, version = version + 1 where id = $1 returning version",
    [declaration.id, state],
  );
  return updated.rows[0]?.version ?? 0;
}
