import type { FactsReply, ForeignFact, PreviewRequest, Selector } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import type { Signed } from "@quartermaster/shared/signing";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { readTimes } from "./read-times.ts";

/** States, signed, this domain's records that another domain's step needs. */
export async function stateFacts(ports: ExecutorPorts, request: PreviewRequest & { kind: "facts" }): Promise<Signed<FactsReply>> {
  return transaction(ports.pool, request.tenant, async (tx) => {
    await tx.query("set transaction read only");
    const { databaseNow } = await readTimes(tx, request.tenant);
    const facts: ForeignFact[] = [];
    const missing: Selector[] = [];
    // One selector at a time: a selector may name a record by another key than its id, so only its own answer tells whether it exists.
    for (const selector of request.selectors) {
      const found = selector.domain === ports.definition.domain ? await ports.definition.readFacts(tx, request.tenant, [selector]) : [];
      if (found.length === 0) missing.push(selector);
      for (const fact of found) if (!facts.some((known) => known.kind === fact.kind && known.id === fact.id)) facts.push(fact);
    }
    return ports.signer.sign("preview", {
      v: 1,
      previewId: request.previewId,
      domain: ports.definition.domain,
      tenant: request.tenant,
      facts,
      missing,
      at: databaseNow,
    });
  });
}
