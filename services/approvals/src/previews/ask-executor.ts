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
  /** @throws AppError unavailable | timeout without an answer, executor_answer_invalid when it cannot be used; both name the domain */
  preview(domain: AgentName, request: Extract<PreviewRequest, { kind: "preview" }>): Promise<Preview>;
  facts(domain: AgentName, tenant: string, selectors: readonly Selector[]): Promise<ForeignFact[]>;
}

const TIMEOUT_MS = 2_000;
const SignedPreview = signed(Preview);
const SignedFacts = signed(FactsReply);

function read<T extends z.ZodType>(schema: T, body: string): z.infer<T> {
  const value = parseStrict(body, { maxBytes: 1_048_576, maxDepth: 24 });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problem = value as { code?: unknown; detail?: unknown } | null;
  if (typeof problem === "object" && typeof problem?.code === "string") {
    throw new AppError("unavailable", { detail: `it said ${problem.code}: ${String(problem.detail ?? "").slice(0, 300)}` });
  }
  const places = parsed.error.issues.map((issue) => issue.path.join("."));
  throw new AppError("envelope_invalid", { detail: `not of the agreed form at ${places.join(", ").slice(0, 300)}` });
}

const NO_ANSWER = new Set<string>(["unavailable", "timeout", "forbidden"]);

/**
 * Runs the work on an executor's answer. Whatever is wrong with the answer has one code: who asks again must know that it was answered.
 * @throws AppError unavailable | timeout | executor_answer_invalid, naming the domain.
 */
export async function withAnswerOf<T>(domain: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    const code = NO_ANSWER.has(error.code) ? error.code : "executor_answer_invalid";
    const said = code === error.code ? error.message : `${error.code}: ${error.message}`;
    throw new AppError(code, { detail: `the ${domain} executor: ${said}`, extra: { domain }, cause: error });
  }
}

/** Whether an executor's answer is what failed: only those failures name a domain. Any other lies with the plan or with us. */
export const isUnanswered = (error: AppError): boolean => typeof error.extra.domain === "string";

/** Asks executors over request/reply and accepts only what the owning executor signed for exactly this question. */
export function createExecutorPort(bus: Pick<Bus, "request">, verifier: Verifier): ExecutorPort {
  return {
    preview: async (domain, request) =>
      await withAnswerOf(domain, async () => {
        const reply = await bus.request(subjects.preview(domain), JSON.stringify(request), { timeoutMs: TIMEOUT_MS });
        const preview = verifier.verify("preview", read(SignedPreview, reply.body), [`x_${domain}`]);
        const same =
          preview.previewId === request.previewId &&
          preview.contentHash === request.contentHash &&
          preview.stepId === request.stepId &&
          preview.tenant === request.tenant;
        if (!same || preview.domain !== domain) throw new AppError("signature_invalid", { detail: "the preview answers another question" });
        return preview;
      }),
    facts: async (domain, tenant, selectors) =>
      await withAnswerOf(domain, async () => {
        const request: PreviewRequest = { kind: "facts", previewId: newId("prv"), tenant, selectors: [...selectors] };
        const reply = await bus.request(subjects.preview(domain), JSON.stringify(request), { timeoutMs: TIMEOUT_MS });
        const answer = verifier.verify("preview", read(SignedFacts, reply.body), [`x_${domain}`]);
        if (answer.previewId !== request.previewId || answer.tenant !== tenant || answer.domain !== domain)
          throw new AppError("signature_invalid", { detail: "the facts answer another question" });
        return answer.facts;
      }),
  };
}
