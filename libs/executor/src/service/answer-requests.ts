import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import { Epoch, FactsRequest, OutcomeQuery, PreviewRequest, subjects } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { canonicalJson, parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";
import { answerOutcome } from "../execution/answer-outcome.ts";
import { storeEpoch } from "../execution/store-epoch.ts";
import { readSignedText, verifyFromApprovals } from "../grant/read-message.ts";
import { previewStep } from "../preview/preview-step.ts";
import { stateFacts } from "../preview/state-facts.ts";
import type { ExecutorPorts } from "./executor-ports.ts";

const MAX_BYTES = 262_144;

function read<T>(body: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseStrict(body, { maxBytes: MAX_BYTES, maxDepth: 24 }));
  if (!parsed.success) throw new AppError("envelope_invalid", { detail: z.prettifyError(parsed.error).slice(0, 900) });
  return parsed.data;
}

/** Answers one preview or facts request with a signed statement. */
const answerPreview = async (ports: ExecutorPorts, body: string): Promise<unknown> => {
  const request = read(body, PreviewRequest);
  return request.kind === "preview" ? previewStep(ports, request) : stateFacts(ports, request);
};

/** Stores an epoch that approvals signed and answers with the one in force. */
const answerEpoch = async (ports: ExecutorPorts, body: string): Promise<unknown> => {
  const record = readSignedText(body, Epoch);
  verifyFromApprovals(ports.verifier, "epoch", record);
  return { epoch: await storeEpoch(ports, record) };
};

/** Serves the executor's four questions; replicas share them. Failures are answered as `{ code, detail }`. */
export function answerRequests(ports: ExecutorPorts, bus: Bus): { stop(): Promise<void> }[] {
  const { domain } = ports.definition;
  const serve = (subject: string, answer: (body: string) => Promise<unknown>) =>
    bus.subscribe(
      subject,
      async (message: CoreMessage) => {
        if (!message.respond) return;
        try {
          message.respond(canonicalJson(await answer(message.body)));
        } catch (error) {
          const failure = AppError.isInstance(error) ? error : new AppError("internal", { cause: error });
          if (failure.code === "internal") ports.log.error({ err: error, subject }, "request failed");
          message.respond(
            JSON.stringify({ code: failure.code, detail: failure.code === "internal" ? "the executor failed" : failure.message }),
          );
        }
      },
      { queue: `x_${domain}` },
    );
  return [
    serve(subjects.facts(domain), async (body) => stateFacts(ports, read(body, FactsRequest))),
    serve(subjects.preview(domain), (body) => answerPreview(ports, body)),
    serve(subjects.outcome(domain), (body) => answerOutcome(ports, read(body, OutcomeQuery))),
    serve(subjects.epoch(domain), (body) => answerEpoch(ports, body)),
  ];
}
