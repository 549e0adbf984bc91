import type { Bus } from "@quartermaster/shared/bus";
import {
  type AgentName,
  FactsReply,
  type FactsRequest,
  type ForeignFact,
  newId,
  type Selector,
  signed,
  subjects,
} from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict, type Verifier } from "@quartermaster/shared/signing";

const TIMEOUT_MS = 2_000;
const SignedFacts = signed(FactsReply);

async function ask(bus: Pick<Bus, "request">, verifier: Verifier, domain: AgentName, tenant: string, selectors: Selector[]) {
  const question: FactsRequest = { kind: "facts", previewId: newId("prv"), tenant, selectors };
  const reply = await bus.request(subjects.facts(domain), JSON.stringify(question), { timeoutMs: TIMEOUT_MS });
  const parsed = SignedFacts.safeParse(parseStrict(reply.body, { maxBytes: 1_048_576, maxDepth: 24 }));
  if (!parsed.success) throw new AppError("unavailable", { detail: `${domain} does not state the facts that this needs` });
  const answer = verifier.verify("preview", parsed.data, [`x_${domain}`]);
  if (answer.previewId !== question.previewId || answer.tenant !== tenant || answer.domain !== domain)
    throw new AppError("signature_invalid", { detail: "the facts answer another question" });
  return answer.facts;
}

/**
 * Asks the executors that own them for records that decide whether an event or an effect may happen, and accepts only what they signed
 * for exactly this question.
 * @throws AppError unavailable | timeout | signature_invalid
 */
export async function askFacts(
  bus: Pick<Bus, "request">,
  verifier: Verifier,
  tenant: string,
  selectors: readonly Selector[],
): Promise<ForeignFact[]> {
  const facts: ForeignFact[] = [];
  for (const domain of [...new Set(selectors.map((selector) => selector.domain))].sort())
    facts.push(
      ...(await ask(
        bus,
        verifier,
        domain,
        tenant,
        selectors.filter((selector) => selector.domain === domain),
      )),
    );
  return facts;
}
