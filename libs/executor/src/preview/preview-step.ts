import type { ChangeRow, Preview, PreviewRequest } from "@quartermaster/shared/contracts";
import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash, type Signed } from "@quartermaster/shared/signing";
import type { DescribeContext, EffectDescription } from "../effect-handler.ts";
import { evaluateGuards } from "../execution/evaluate-guards.ts";
import { parseArgs } from "../grant/parse-args.ts";
import { resolveReferences } from "../grant/resolve-references.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { fitText } from "./fit-text.ts";
import { readTimes } from "./read-times.ts";

// What a preview may hold (contracts/preview.ts), and a name that still reads well in a heading.
const HEADLINE_LENGTH = 400;
const LINE_LENGTH = 300;
const FOUND_LENGTH = 200;
const NAME_LENGTH = 200;
const LABEL_LENGTH = 120;

const fitRow = (row: ChangeRow): ChangeRow => ({ ...row, label: fitText(row.label, LABEL_LENGTH) });

type StepRequest = PreviewRequest & { kind: "preview" };

const refusedDescription = (code: string, detail: string): EffectDescription => ({
  refusal: { code, detail: detail.slice(0, 900) },
  headline: "",
  before: [],
  after: [],
  names: {},
  facts: {},
  effect: null,
  found: {},
  predicted: [],
  needs: [],
  entities: [],
  onReject: [],
});

async function describeStep(ports: ExecutorPorts, request: StepRequest, tx: Tx, businessNow: string): Promise<EffectDescription> {
  const handler = ports.registry.find(request.tool);
  if (!handler) return refusedDescription("unknown_tool", `no effect is called ${request.tool}`);
  if (!ports.registry.accepts(request.tool, request.toolVersion, request.schemaHash)) {
    return refusedDescription("schema_changed", `${request.tool} version ${request.toolVersion} is not accepted here`);
  }
  try {
    const { args, open } = resolveReferences(request.args, request.resolved);
    const parsed = parseArgs(handler, args, open);
    if (!parsed.ok) return refusedDescription("args_invalid", parsed.detail);
    const context: DescribeContext = {
      tx,
      tenant: request.tenant,
      businessNow,
      lock: false,
      predictions: request.predicted,
      predicted: (step, output) => request.predicted.find((entry) => entry.step === step && entry.output === output)?.entity,
      foreign: request.foreign,
    };
    return await handler.describe(parsed.args, context);
  } catch (error) {
    if (AppError.isInstance(error) && !error.retryable) return refusedDescription(error.code, error.message);
    throw error;
  }
}

/** States, signed, what a step would change now and the facts that policy needs. Runs in a read-only transaction. */
export async function previewStep(ports: ExecutorPorts, request: StepRequest): Promise<Signed<Preview>> {
  const { domain } = ports.definition;
  return transaction(ports.pool, request.tenant, async (tx) => {
    await tx.query("set transaction read only");
    const { databaseNow, businessNow } = await readTimes(tx, request.tenant);
    const description = await describeStep(ports, request, tx, businessNow);
    const guards = evaluateGuards(request.guards, {
      domain,
      found: description.found,
      foreign: request.foreign,
      afterVersions: null,
      planned: new Map(),
      pending: description.needs.map((need) => need.id),
    });
    const preview: Preview = {
      v: 1,
      previewId: request.previewId,
      domain,
      tenant: request.tenant,
      stepId: request.stepId,
      tool: request.tool,
      contentHash: request.contentHash,
      before: description.before.map(fitRow),
      after: description.after.map(fitRow),
      names: Object.fromEntries(Object.entries(description.names).map(([id, name]) => [id, fitText(name, NAME_LENGTH)])),
      headline: fitText(description.headline, HEADLINE_LENGTH),
      facts: description.facts,
      guards: guards.map((outcome) => ({ ...outcome, found: fitText(outcome.found, FOUND_LENGTH) })),
      effectHash: contentHash(description.effect),
      predicted: description.predicted,
      needs: description.needs,
      foreign: request.foreign,
      refusal: description.refusal,
      onReject: description.onReject.map((line) => fitText(line, LINE_LENGTH)),
      at: databaseNow,
    };
    return ports.signer.sign("preview", preview);
  });
}
