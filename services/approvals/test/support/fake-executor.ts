import type { Bus } from "@quartermaster/shared/bus";
import {
  type AgentName,
  type Epoch,
  type Grant,
  MESSAGE_TYPES,
  newId,
  type PolicyFacts,
  type Preview,
  type PreviewRequest,
  type Receipt,
  type Revoke,
  type Settlement,
  STREAMS,
  subjects,
} from "@quartermaster/shared/contracts";
import { contentHash, type Signed, type Signer } from "@quartermaster/shared/signing";

/** What a test tells the executor to be like. */
interface Behaviour {
  /** Facts stated for a tool. */
  facts: Record<string, PolicyFacts>;
  /** False makes every guard of every preview break. */
  guardsHold: boolean;
  /** Outcome of the next grants. */
  outcome: Receipt["outcome"];
  /** True leaves grants without a receipt on the bus. */
  silent: boolean;
  /** True answers no question at all, as a process that is down. */
  mute: boolean;
  /** Answers questions with something that is no answer, or that another key signed. */
  garbled: "no" | "form" | "key";
  /** Stated in every preview instead of what stands there otherwise. */
  stated: Partial<Pick<Preview, "after" | "foreign">>;
  /** Refuses every preview. */
  refusal: { code: string; detail: string } | null;
}

export interface FakeExecutor extends Behaviour {
  /** Grants in the order they arrived. */
  readonly grants: Grant[];
  /** Grants that were taken back, in the order it arrived. */
  readonly revocations: Revoke[];
  /** What people found out about its calls, in the order it arrived. */
  readonly settlements: Settlement[];
  /** The receipt of a grant that it answered. */
  receiptOf(grant: Grant): Receipt;
  /** Sends a receipt. */
  tell(receipt: Receipt): Promise<void>;
  /** Newest epoch by tenant. */
  readonly epochs: ReadonlyMap<string, number>;
  /** Runs a grant that it was silent about, as a process that was slow: one of an older epoch is refused. */
  runLate(grant: Grant): Promise<void>;
  stop(): Promise<void>;
}

const ROW = { label: "reserved", record: "STK-006", version: 1, unit: "PCE", unitLabel: "pieces" };
type StepRequest = Extract<PreviewRequest, { kind: "preview" }>;

const previewOf = (fake: Behaviour, domain: AgentName, request: StepRequest): Preview => ({
  v: 1,
  previewId: request.previewId,
  domain,
  tenant: request.tenant,
  stepId: request.stepId,
  tool: request.tool,
  contentHash: request.contentHash,
  before: [{ ...ROW, path: "STK-006/reserved", value: "120" }],
  after: [{ ...ROW, path: "STK-006/reserved", value: "180" }],
  names: { "VLV-050": "Ball valve DN50 stainless" },
  headline: request.tool,
  facts: fake.facts[request.tool] ?? {},
  guards: request.guards.map((guard) => ({ guard, holds: fake.guardsHold, found: fake.guardsHold ? "as read" : "available is 40" })),
  effectHash: contentHash({ tool: request.tool, args: request.args }),
  predicted: [],
  needs: [],
  foreign: [],
  refusal: fake.refusal,
  onReject: ["nothing moves"],
  ...fake.stated,
  at: new Date().toISOString(),
});

const receiptOf = (fake: Behaviour, domain: AgentName, grant: Grant): Receipt => ({
  v: 1,
  receiptId: newId("rcp"),
  version: 1,
  domain,
  tenant: grant.tenant,
  grantId: grant.grantId,
  requestId: grant.requestId,
  planId: grant.planId,
  revision: grant.revision,
  stepId: grant.stepId,
  tool: grant.tool,
  contentHash: grant.contentHash,
  effectKey: grant.effectKey,
  outcome: fake.outcome,
  code: fake.outcome === "succeeded" ? null : "guard_broken",
  detail: null,
  outputs: fake.outcome === "succeeded" ? { transferId: "TRF-0000000001" } : {},
  records: [{ record: "TRF-0000000001", version: 1 }],
  before: [],
  after: [],
  externalOutcome: null,
  inverse: null,
  at: new Date().toISOString(),
  businessAt: new Date().toISOString(),
});

const receiptMessage = (signer: Signer, receipt: Receipt) => ({
  id: newId("evt"),
  type: MESSAGE_TYPES.receiptIssued,
  version: 1,
  tenant: receipt.tenant,
  causationId: receipt.grantId,
  correlationId: receipt.requestId,
  occurredAt: receipt.at,
  payload: signer.sign("receipt", receipt),
});

/** An executor without a database: signed previews, one receipt a grant. */
export async function startFakeExecutor(bus: Bus, signer: Signer, domain: AgentName): Promise<FakeExecutor> {
  const receipts = new Map<string, Receipt>();
  const grants: Grant[] = [];
  const epochs = new Map<string, number>();
  const behaviour: Behaviour = {
    facts: {},
    guardsHold: true,
    outcome: "succeeded",
    silent: false,
    mute: false,
    garbled: "no",
    stated: {},
    refusal: null,
  };
  const settlements: Settlement[] = [];
  const revocations: Revoke[] = [];
  const tell = async (receipt: Receipt): Promise<void> => {
    const msgId = `${receipt.receiptId}:${receipt.version}`;
    const body = JSON.stringify(receiptMessage(signer, receipt));
    await bus.publish(subjects.receipt(domain, receipt.tenant, receipt.stepId), body, { msgId });
  };
  const serving = [
    bus.subscribe(subjects.preview(domain), (message) => {
      const request = JSON.parse(message.body) as PreviewRequest;
      if (fake.mute) return;
      if (fake.garbled === "form") return message.respond?.(JSON.stringify({ preview: "yes" }));
      if (fake.garbled === "key") {
        if (request.kind !== "preview") return;
        return message.respond?.(JSON.stringify({ ...signer.sign("preview", previewOf(fake, domain, request)), kid: "k_nobody" }));
      }
      if (request.kind === "preview") message.respond?.(JSON.stringify(signer.sign("preview", previewOf(fake, domain, request))));
    }),
    bus.subscribe(subjects.epoch(domain), (message) => {
      if (fake.mute) return;
      const { tenant, epoch } = (JSON.parse(message.body) as Signed<Epoch>).body;
      epochs.set(tenant, Math.max(epochs.get(tenant) ?? 0, epoch));
      message.respond?.(JSON.stringify({ epoch: epochs.get(tenant) }));
    }),
    bus.subscribe(subjects.outcome(domain), (message) => {
      if (fake.garbled !== "no") return message.respond?.("[]");
      const receipt = receipts.get((JSON.parse(message.body) as { grantId: string }).grantId);
      message.respond?.(JSON.stringify(receipt ? signer.sign("receipt", receipt) : { seen: false }));
    }),
  ];
  const consumer = await bus.consume(
    STREAMS.grants,
    domain,
    async (message) => {
      const envelope = JSON.parse(message.body) as { type: string; payload: Signed<unknown> };
      if (envelope.type === MESSAGE_TYPES.grantRevoked) revocations.push(envelope.payload.body as Revoke);
      if (envelope.type === MESSAGE_TYPES.callSettled) settlements.push(envelope.payload.body as Settlement);
      if (envelope.type !== MESSAGE_TYPES.grantIssued) return;
      const grant = envelope.payload.body as Grant;
      grants.push(grant);
      const receipt = receiptOf(fake, domain, grant);
      receipts.set(grant.grantId, receipt);
      if (!fake.silent) await tell(receipt);
    },
    { slots: 4 },
  );
  const fake: FakeExecutor = Object.assign(behaviour, {
    grants,
    settlements,
    revocations,
    tell,
    receiptOf(grant: Grant): Receipt {
      const receipt = receipts.get(grant.grantId);
      if (!receipt) throw new Error(`grant ${grant.grantId} was not answered`);
      return receipt;
    },
    epochs,
    async runLate(grant: Grant) {
      const receipt = receiptOf(fake, domain, grant);
      const isVoid = grant.epoch < (epochs.get(grant.tenant) ?? 0);
      await tell(isVoid ? { ...receipt, outcome: "refused", code: "grant_epoch", outputs: {}, records: [] } : receipt);
    },
    async stop() {
      await consumer.stop();
      for (const subscription of serving) await subscription.stop();
    },
  });
  return fake;
}
