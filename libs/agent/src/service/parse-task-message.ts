import { type AgentName, Brief, signed } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash, parseStrict, type Signed, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";
import type { NewTask } from "./task-store.ts";

// Unknown members are ignored as A2A asks; what is used is closed by Brief's own schema.
const Part = z.object({ data: z.object({ brief: z.unknown().optional() }).optional() });
const SendMessage = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.literal("SendMessage"),
  params: z.object({
    message: z.object({
      messageId: z.string().min(1).max(200),
      role: z.literal("ROLE_USER"),
      contextId: z.string().max(120).optional(),
      parts: z.array(Part).min(1).max(8),
    }),
  }),
});
const SignedBrief = signed(Brief);

const invalid = (detail: string): never => {
  throw new AppError("envelope_invalid", { detail });
};

/** Deeper than at other ingresses: an A2A frame around a signed body around records. */
export const FRAME_LIMITS = { maxBytes: 524_288, maxDepth: 32 } as const;

/** Reads and verifies a brief that stands in a data part. @throws AppError envelope_invalid | signature_invalid | key_unknown */
export function verifyBrief(value: unknown, agent: AgentName, verifier: Verifier): { brief: Signed<Brief>; origin: NewTask["origin"] } {
  const parsed = SignedBrief.safeParse(value);
  if (!parsed.success)
    return invalid(`the brief does not have the agreed form: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`);
  const brief = parsed.data as Signed<Brief>;
  // The agent's own key stands for a user's text that came in over A2A: such a brief may allow no effect at all.
  const own = brief.kid.startsWith(`${agent}-`);
  const body = verifier.verify("brief", brief, [own ? agent : "coordinator"]);
  if (body.agent !== agent) invalid(`the brief is for ${body.agent}`);
  const { intent } = body;
  if (own && (intent.actionKinds.length > 0 || intent.derivedKinds.length > 0 || body.kind !== "work"))
    invalid("a brief of the agent's own may only read");
  return { brief, origin: own ? "user" : "brief" };
}

/**
 * Reads a task message: an A2A SendMessage whose data part holds a signed brief, for this agent, tenant and thread.
 * @throws AppError envelope_invalid | invalid_json | signature_invalid | key_unknown: a dead letter.
 */
export function parseTaskMessage(subject: string, body: string, agent: AgentName, verifier: Verifier): NewTask {
  const parsed = SendMessage.safeParse(parseStrict(body, FRAME_LIMITS));
  if (!parsed.success) return invalid(`not a SendMessage: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`);
  const { message } = parsed.data.params;
  const part = message.parts.find((candidate) => candidate.data?.brief !== undefined);
  if (!part) return invalid("no part holds a brief");
  const { brief, origin } = verifyBrief(part.data?.brief, agent, verifier);
  const [, , subjectAgent, tenant, thread] = subject.split(".");
  if (subjectAgent !== agent || tenant !== brief.body.tenant || thread !== brief.body.threadId)
    invalid("the subject names another agent, tenant or thread than the brief");
  return {
    brief,
    origin,
    caller: origin === "brief" ? "coordinator" : brief.body.requester,
    messageId: message.messageId,
    messageHash: contentHash(brief.body),
    contextId: message.contextId ?? brief.body.threadId,
  };
}
