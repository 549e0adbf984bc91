import { createHash } from "node:crypto";
import { AgentCard, canonicalizeAgentCard, generateAgentCardSignature, verifyAgentCardSignature } from "@a2a-js/sdk";
import { NATS_BINDING, TOOLS_EXTENSION, type ToolDescription } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Signer, Verifier } from "@quartermaster/shared/signing";

export interface CardContent {
  name: string;
  description: string;
  version: string;
  skills: { id: string; name: string; description: string; tags: string[]; examples: string[] }[];
  /** Absolute URL of the JSON-RPC endpoint. */
  url: string;
  /** Bus subject of the NATS binding; left out for an agent without one. */
  natsSubject?: string;
  tools?: readonly ToolDescription[];
}

/** Builds an A2A 1.0 card; signatures are added by `signCard`. */
export function buildCard(content: CardContent): AgentCard {
  return AgentCard.fromJSON({
    name: content.name,
    description: content.description,
    version: content.version,
    provider: { organization: "Quartermaster", url: "https://quartermaster.example" },
    supportedInterfaces: [
      { url: content.url, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ...(content.natsSubject
        ? [{ url: `nats://quartermaster/${content.natsSubject}`, protocolBinding: NATS_BINDING, protocolVersion: "1.0" }]
        : []),
    ],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: content.tools
        ? [
            {
              uri: TOOLS_EXTENSION,
              description: "The agent's tools with their argument schemas",
              required: false,
              params: { tools: content.tools },
            },
          ]
        : [],
    },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["application/json", "text/plain"],
    skills: content.skills.map((skill) => ({
      ...skill,
      inputModes: ["text/plain", "application/json"],
      outputModes: ["application/json"],
    })),
  });
}

/** Signs a card with the role's Ed25519 key (JWS over the RFC 8785 form, kid in the header). */
export function signCard(card: AgentCard, signer: Signer): Promise<AgentCard> {
  return generateAgentCardSignature(signer.privateKey, { alg: "EdDSA", kid: signer.kid, typ: "JOSE" })(card);
}

/**
 * Verifies a card against the pinned keys of the role that it must come from; `jku` and keys inside the card are ignored.
 * @throws AppError signature_invalid
 */
export async function verifyCard(card: AgentCard, role: string, verifier: Verifier): Promise<void> {
  const keys = verifier.keysOf(role);
  const check = verifyAgentCardSignature(async (kid) => {
    const found = keys.find((key) => key.kid === kid);
    if (!found) throw new AppError("key_unknown");
    return found.key;
  });
  await check(card).catch((cause: unknown) => {
    throw new AppError("signature_invalid", { detail: `the agent card of ${role} does not verify`, cause });
  });
}

/** Digest that presence carries: a new one makes the coordinator fetch the card again. */
export function cardDigest(card: AgentCard): string {
  return createHash("sha256").update(canonicalizeAgentCard(card)).digest("hex");
}
