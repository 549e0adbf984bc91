import {
  type AgentName,
  type ForeignFact,
  newId,
  type PlanStep,
  type Preview,
  type Receipt,
  type Selector,
} from "@quartermaster/shared/contracts";
import type { ExecutorPort } from "./ask-executor.ts";
import { referencesIn, resolveReferences } from "./references.ts";

const MAX_ROUNDS = 4;

async function gatherFacts(port: ExecutorPort, tenant: string, needs: readonly Selector[]): Promise<ForeignFact[]> {
  const domains = [...new Set(needs.map((need) => need.domain))];
  const answers = await Promise.all(
    domains.map((domain) =>
      port.facts(
        domain,
        tenant,
        needs.filter((need) => need.domain === domain),
      ),
    ),
  );
  return answers.flat();
}

const keyOf = (record: { domain: AgentName; kind: string; id: string }): string => `${record.domain}/${record.kind}/${record.id}`;

/** Entities that earlier steps would make, as their own previews predict them. */
function predictedFor(
  step: PlanStep,
  previews: ReadonlyMap<string, Preview>,
): { step: string; output: string; kind: string; entity: Preview["predicted"][number]["entity"] }[] {
  const steps = new Set([
    ...step.dependsOn.map((dependency) => dependency.step),
    ...referencesIn(step.args).map((reference) => reference.step),
  ]);
  return [...steps].flatMap((id) => (previews.get(id)?.predicted ?? []).map((entity) => ({ step: id, ...entity })));
}

/** A preview that still waits for facts and says nothing of what would change is a refusal: an empty card cannot be decided. */
function withoutBlank(preview: Preview): Preview {
  if (preview.refusal || preview.needs.length === 0 || preview.after.length > 0) return preview;
  const missing = preview.needs.map((need) => `${need.kind} ${need.id}`).join(", ");
  return { ...preview, refusal: { code: "facts_missing", detail: `nobody could state ${missing}` } };
}

/**
 * Previews one step at its executor. Facts that another domain owns are fetched there and the preview is repeated with them; a domain
 * that cannot say leaves the executor's own refusal to stand. At most four rounds.
 */
export async function previewStep(
  port: ExecutorPort,
  tenant: string,
  step: PlanStep,
  known: { receipts: ReadonlyMap<string, Receipt>; previews: ReadonlyMap<string, Preview> },
): Promise<Preview> {
  const { resolved } = resolveReferences(step.args, known.receipts);
  const foreign = new Map<string, ForeignFact>();
  const asked = new Set<string>();
  for (let round = 1; ; round++) {
    const preview = await port.preview(step.agent, {
      kind: "preview",
      previewId: newId("prv"),
      tenant,
      stepId: step.id,
      tool: step.tool,
      toolVersion: step.toolVersion,
      schemaHash: step.schemaHash,
      args: step.args,
      resolved: resolved.map(({ path, value }) => ({ path, value })),
      predicted: predictedFor(step, known.previews),
      guards: step.guards,
      contentHash: step.contentHash,
      foreign: [...foreign.values()],
    });
    const needs = preview.needs.filter((need) => !asked.has(keyOf(need)));
    if (needs.length === 0 || round >= MAX_ROUNDS) return withoutBlank(preview);
    for (const need of needs) asked.add(keyOf(need));
    for (const fact of await gatherFacts(port, tenant, needs)) foreign.set(keyOf(fact), fact);
  }
}
