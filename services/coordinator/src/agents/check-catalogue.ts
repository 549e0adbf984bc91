import { AgentCard } from "@a2a-js/sdk";
import { cardDigest, verifyCard } from "@quartermaster/agent/a2a";
import { type AgentName, TOOLS_EXTENSION, type ToolDescription } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash, type Verifier } from "@quartermaster/shared/signing";

const refuse = (detail: string, cause?: unknown): never => {
  throw new AppError("signature_invalid", { detail, cause });
};

function readCard(card: unknown, agent: AgentName): AgentCard {
  try {
    return AgentCard.fromJSON(card);
  } catch (cause) {
    return refuse(`${agent} has no readable card`, cause);
  }
}

/**
 * Establishes that an agent's own key stands behind what it says of itself: the card's signature, the digest that its heartbeat
 * announced, and tools that are the card's and its own. A catalogue that fails is not stored; the one known before stays.
 * @throws AppError signature_invalid
 */
export async function checkCatalogue(
  agent: AgentName,
  digest: string,
  catalogue: { tools: readonly ToolDescription[]; card?: unknown },
  verifier: Verifier,
): Promise<void> {
  const card = readCard(catalogue.card, agent);
  if (card.name !== agent) refuse(`${agent} shows the card of ${card.name}`);
  await verifyCard(card, agent, verifier);
  if (cardDigest(card) !== digest) refuse(`the card of ${agent} is not the one that was announced`);
  const stated = card.capabilities?.extensions.find((extension) => extension.uri === TOOLS_EXTENSION)?.params?.tools;
  if (contentHash(stated ?? []) !== contentHash(catalogue.tools)) refuse(`the tools of ${agent} are not those of its card`);
  const foreign = catalogue.tools.find((tool) => tool.agent !== agent);
  if (foreign) refuse(`${agent} offers ${foreign.name} of ${foreign.agent}`);
}
