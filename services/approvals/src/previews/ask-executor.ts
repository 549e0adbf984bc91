import type { Bus } from "@quartermaster/shared/bus";
import {
  type AgentName,
  FactsReply,
  type ForeignFact,
  newId,
  Preview,
  type PreviewRequest,
  type Selector,
  signed,
  subjects,
} from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict, type Verifier } from "@quartermaster/shared/signing";
import type { z } from "zod";

export interface ExecutorPort {
  /** @throws AppError unavailable | timeout | signature_invalid | key_unknown | envelope_invalid */
  preview(domain: AgentName, request: Extract<PreviewRequest, { kind: "preview" }>): Promise<Preview>;
  facts(domain: AgentName, tenant: string, selectors: readonly Selector[]): Promise<ForeignFact[]>;
}

const TIMEOUT_MS = 2_000;
const SignedPreview = signed(Preview);
const SignedFacts = signed(FactsReply);

function read<T extends z.ZodType>(schema: T, body: string, domain: AgentName): z.infer<T> {
  const value = parseStrict(body, { maxBytes: 1_048_576, maxDepth: 24 });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problem = value as { code?: unknown; detail?: unknown } | null;
  if (typeof problem === "object" && typeof problem?.code === "string") {
    throw new AppError("unavailable", {
      detail: `the ${domain} executor answered ${problem.code}: ${String(problem.detail ?? "").slice(0, 300)}`,
    });
  }
  throw new AppError("envelope_invalid", {
    detail: `the ${domain} executor's answer is not valid: ${parsed.error.issues
      .map((issue) => issue.path.join("."))
      .join(", ")
      .slice(0, 300)}`,
  });
}

/** Asks executors over request/reply and accepts only what the owning executor signed for exactly this question. */
export function createExecutorPort(bus: Pick<Bus, "request">, verifier: Verifier): ExecutorPort {
  return {
    async preview(domain, request) {
      const reply = await bus.request(subjects.preview(domain), JSON.stringify(request), { timeoutMs: TIMEOUT_MS });
      const preview = verifier.verify("preview", read(SignedPreview, reply.body, domain), [`x_${domain}`]);
      const same =
        preview.previewId === request.previewId &&
        preview.contentHash === request.contentHash &&
        preview.stepId === request.stepId &&
        preview.tenant === request.tenant;
      if (!same || preview.domain !== domain) throw new AppError("signature_invalid", { detail: "the preview answers another question" });
      return preview;
    },
    async facts(domain, tenant, selectors) {
      const request: PreviewRequest = { kind: "facts", previewId: newId("prv"), tenant, selectors: [...selectors] };
      const reply = await bus.request(subjects.preview(domain), JSON.stringify(request), { timeoutMs: TIMEOUT_MS });
      const answer = verifier.verify("preview", read(SignedFacts, reply.body, domain), [`x_${domain}`]);
      if (answer.previewId !== request.previewId || answer.tenant !== tenant || answer.domain !== domain)
        throw new AppError("signature_invalid", { detail: "the facts answer another question" });
      return answer.facts;
    },
  };
}
