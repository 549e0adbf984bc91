import { newId, type Receipt, subjects } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "../src/ledger/verify-ledger.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
});
afterEach(() => {
  Object.assign(stack.supply, { facts: {}, guardsHold: true, outcome: "succeeded", silent: false, mute: false, refusal: null });
  Object.assign(stack.transit, { facts: {} });
});

const guard = { kind: "bound" as const, domain: "supply" as const, record: "STK-006", facts: {}, atLeast: { available: "60" } };

/** A transfer that a stock manager decides, and a booking after it. */
function transferAndBooking(options: { revision?: number; quantity?: string } = {}) {
  const transfer = newId("stp");
  const booking = newId("stp");
  const make = (revision: number, quantity: string, ids?: { id: string; requestId: string; threadId: string }) =>
    aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      revision,
      ...ids,
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: transfer, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity), guards: [guard] }),
        aStep(tenant, requestId, {
          id: booking,
          agent: "transit",
          tool: "book_shipment",
          args: {
            origin: "LOC-HAM",
            destination: "LOC-VLC",
            serviceId: "SVC-01",
            transferRef: { $ref: { step: transfer, output: "transferId" } },
            lines: [{ sku: "VLV-050", quantity, uom: "PCE" }],
          },
          dependsOn: [transfer],
        }),
      ],
    });
  const plan = make(options.revision ?? 1, options.quantity ?? "60");
  return {
    plan,
    transfer,
    booking,
    again: (revision: number, quantity: string) =>
      make(revision, quantity, { id: plan.id, requestId: plan.requestId, threadId: plan.threadId }),
  };
}

const stateOf = (step: string) => (state: { steps: { stepId: string; state: string }[] }) =>
  state.steps.find((candidate) => candidate.stepId === step)?.state;

describe("a plan with a transfer and a booking", () => {
  it("pends, is approved, and runs both steps once with the reference resolved from the receipt", async () => {
    const { plan, transfer, booking } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    expect(item).toMatchObject({
      state: "pending",
      canDecide: true,
      policy: { required: 1, slots: [{ role: "stock_manager", filledBy: null }] },
    });
    expect(item.card.headline).toBe("Move 60 PCE VLV-050 (Ball valve DN50 stainless) LOC-HAM → LOC-VLC");
    expect((await stack.decide("planner.anna", item)).body.code).toBe("requester_cannot_decide");
    expect((await stack.decide("transport.cleo", item)).body.code).toBe("role_missing");
    expect(
      (
        await stack.call("stock.ben", "POST", `/v1/approvals/${item.id}/decisions`, {
          body: { decision: "approve", cardHash: item.card.hash },
        })
      ).status,
    ).toBe(428);
    expect((await stack.decide("stock.ben", { ...item, revision: 9 })).body.code).toBe("card_changed");
    const decided = await stack.decide("stock.ben", item);
    expect(decided).toMatchObject({ status: 200, body: { state: "approved" } });
    await stack.state(plan, (s) => stateOf(transfer)(s) === "succeeded" && stateOf(booking)(s) === "succeeded", "both steps");
    const grants = [...stack.supply.grants, ...stack.transit.grants].filter((grant) => grant.planId === plan.id);
    expect(grants).toHaveLength(2);
    expect(grants.find((grant) => grant.stepId === booking)?.resolved).toMatchObject([{ path: "/transferRef", value: "TRF-0000000001" }]);
    expect(grants.find((grant) => grant.stepId === transfer)?.approvers).toMatchObject([{ user: "stock.ben", role: "stock_manager" }]);
    const again = await stack.decide("stock.ben", item);
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await stack.decide("stock.bea", item)).toMatchObject({
      status: 409,
      body: { code: "already_decided", winner: { by: "stock.ben" } },
    });
    const report = await until(async () => {
      const verify = await stack.call("audit.lena", "GET", "/v1/ledger/verify");
      return verify.body.unsealed === 0 ? verify.body : undefined;
    });
    expect(report).toMatchObject({ ok: true, firstBad: null });
  });

  it("leaves everything untouched and skips the booking when the transfer is rejected", async () => {
    const { plan, transfer, booking } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    expect((await stack.decide("stock.ben", item, "reject")).body.state).toBe("rejected");
    const state = await stack.state(plan, (s) => stateOf(booking)(s) === "skipped", "the skipped booking");
    expect(stateOf(transfer)(state)).toBe("rejected");
    expect(stack.supply.grants.filter((grant) => grant.planId === plan.id)).toEqual([]);
  });

  it("lets exactly one of two simultaneous deciders win", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const answers = await Promise.all(
      ["stock.ben", "stock.bea", "stock.ben", "stock.bea"].map(
        async (user, index) => await stack.decide(user, item, index % 2 === 0 ? "approve" : "reject"),
      ),
    );
    const winners = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.state));
    expect(winners.size).toBe(1);
    expect(answers.filter((answer) => answer.status === 409).length).toBeGreaterThanOrEqual(2);
  });

  it("answers card_outdated with a new card when a guard broke, and records no decision", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    stack.supply.guardsHold = false;
    expect(await stack.decide("stock.ben", item)).toMatchObject({ status: 412, body: { code: "card_outdated", revision: 2 } });
    const fresh = await stack.item(plan, transfer);
    expect(fresh).toMatchObject({ revision: 2, state: "pending", decisions: [], outdated: true });
    expect(stateOf(transfer)(await stack.state(plan, (s) => stateOf(transfer)(s) === "stale", "the stale step"))).toBe("stale");
    expect((await stack.decide("stock.ben", item)).body.code).toBe("card_changed");
  });

  it("asks for a second person when the policy's line was crossed in the meantime", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    stack.supply.facts = { transfer_stock: { underSafetyStock: true } };
    expect((await stack.decide("stock.ben", item)).body.code).toBe("card_outdated");
    const fresh = await stack.item(plan, transfer);
    expect(fresh.policy.slots.map((slot: { role: string }) => slot.role)).toEqual(["stock_manager", "ops_director"]);
    expect((await stack.decide("stock.ben", fresh)).body.state).toBe("pending");
    expect((await stack.decide("stock.ben", fresh)).body.code).toBe("already_filled_by_you");
    expect((await stack.decide("ops.iris", fresh)).body.state).toBe("approved");
  });

  it("gives a new revision's changed step a new card and supersedes the old one", async () => {
    const { plan, transfer, again } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const second = again(2, "50");
    await stack.submit(second);
    const fresh = await stack.item(second, transfer);
    expect(fresh.id).not.toBe(item.id);
    expect(fresh.card.args.quantity).toBe("50");
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body.state).toBe("superseded");
    expect((await stack.decide("stock.ben", item)).body.code).toBe("superseded");
  });

  it("keeps the decision of a step that a new revision leaves as it is", async () => {
    const kept = newId("stp");
    const changed = newId("stp");
    const make = (revision: number, quantity: string, ids = {}) =>
      aPlan(stack.keys.signer("approvals"), {
        tenant: "demo",
        revision,
        ...ids,
        steps: ({ tenant, requestId }) => [
          aStep(tenant, requestId, { id: kept, agent: "supply", tool: "transfer_stock", args: transferArgs("11") }),
          aStep(tenant, requestId, { id: changed, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) }),
        ],
      });
    stack.supply.facts = { transfer_stock: { underSafetyStock: true } };
    const first = make(1, "12");
    await stack.submit(first);
    const item = await stack.item(first, kept);
    await stack.decide("stock.ben", item);
    const second = make(2, "13", { id: first.id, requestId: first.requestId, threadId: first.threadId });
    await stack.submit(second);
    await stack.item(second, changed);
    const carried = (await stack.call("ops.iris", "GET", `/v1/approvals/${item.id}`)).body;
    expect(carried).toMatchObject({
      id: item.id,
      state: "pending",
      planRevision: 2,
      carriedOverFrom: 1,
      decisions: [{ by: "stock.ben" }],
      decideBy: item.decideBy,
    });
    expect((await stack.decide("ops.iris", carried)).body.state).toBe("approved");
  });

  it("expires an item in business time and skips what depends on it", async () => {
    const { plan, transfer, booking } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    await stack.database.admin("update approvals set decide_by = now() - interval '1 second' where id = $1", [item.id]);
    const state = await stack.state(plan, (s) => stateOf(transfer)(s) === "expired", "the expiry");
    expect(stateOf(booking)(state)).toBe("skipped");
    expect((await stack.decide("stock.ben", item)).body.code).toBe("expired");
  });

  it("refuses decisions while the requester is changing the plan, and takes them again afterwards", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const base = { tenant: "demo", requestId: plan.requestId, planId: plan.id };
    await stack.command({ type: "pause", ...base, until: new Date(Date.now() + 60_000).toISOString() });
    await until(async () => (await stack.item(plan, transfer)).paused === true);
    expect((await stack.decide("stock.ben", item)).body.code).toBe("requester_is_changing_this");
    await stack.command({ type: "resume", ...base });
    await until(async () => (await stack.item(plan, transfer)).paused === false);
    await stack.command({ type: "cancel", ...base, by: "planner.anna" });
    await stack.state(plan, (s) => stateOf(transfer)(s) === "cancelled", "the cancelled step");
    expect((await stack.decide("stock.ben", item)).status).toBe(409);
  });

  it("holds a cancel that comes before its plan", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.command({ type: "cancel", tenant: "demo", requestId: plan.requestId, planId: plan.id, by: "planner.anna" });
    await stack.submit(plan);
    await stack.state(plan, (s) => stateOf(transfer)(s) === "cancelled", "the cancelled step");
  });

  it("refuses a plan that the executor refuses, without any item", async () => {
    stack.supply.refusal = { code: "insufficient_available", detail: "40 are available" };
    const { plan } = transferAndBooking();
    await stack.submit(plan);
    const state = await stack.state(plan, (s) => s.state === "refused", "the refusal");
    expect(state.refusal).toMatchObject({ code: "insufficient_available" });
    expect(state.steps.every((step) => step.approval === null)).toBe(true);
  });

  it("says plan_conflict when another plan comes under the same id and revision", async () => {
    const { plan, transfer, again } = transferAndBooking();
    await stack.submit(plan);
    await stack.item(plan, transfer);
    const other = again(1, "61");
    await stack.submit(other);
    expect(await stack.state(plan, (s) => s.state === "conflict", "the conflict")).toMatchObject({
      planHash: other.planHash,
      refusal: { code: "plan_conflict" },
    });
  });

  it("refuses a plan whose request token was made by somebody else", async () => {
    const forged = aPlan(stack.keys.signer("coordinator"), {
      tenant: "demo",
      steps: ({ tenant, requestId }) => [aStep(tenant, requestId, { agent: "supply", tool: "transfer_stock", args: transferArgs() })],
    });
    await stack.submit(forged);
    expect((await stack.state(forged, (s) => s.state === "refused", "the refusal")).refusal?.code).toBe("requester_unknown");
  });

  it("hides other tenants' items and keeps the ledger from being changed", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    expect((await stack.call("stock.ben@t2", "GET", `/v1/approvals/${item.id}`)).status).toBe(404);
    expect((await stack.call("stock.ben@t2", "GET", "/v1/approvals")).body.items).toEqual([]);
    const mine = (await stack.call("stock.ben", "GET", "/v1/approvals?mine=true&limit=1")).body;
    expect(mine.items).toHaveLength(1);
    expect((await stack.call("planner.anna", "GET", "/v1/approvals?mine=true")).body.items).toEqual([]);
    await expect(stack.database.pool("qm_approvals").query("update ledger_entries set actor = 'x'")).rejects.toThrow(
      /permission denied|new rows only/,
    );
    await expect(stack.database.admin("delete from ledger_entries")).rejects.toThrow(/new rows only/);
  });

  it("does the work of one Idempotency-Key once, however many calls come at the same time", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const headers = { "idempotency-key": newId("evt") };
    const comment = (text: string) => stack.call("stock.ben", "POST", `/v1/approvals/${item.id}/comments`, { body: { text }, headers });
    const answers = await Promise.all([...Array(20).keys()].map(() => comment("seen")));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect((await comment("another")).body.code).toBe("idempotency_mismatch");
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body.comments).toHaveLength(1);
    const long = { headers: { "idempotency-key": "k".repeat(129) }, body: { text: "seen" } };
    expect((await stack.call("stock.ben", "POST", `/v1/approvals/${item.id}/comments`, long)).body).toMatchObject({
      status: 400,
      errors: [{ path: "headers:/idempotency-key" }],
    });
  });

  it("keeps one comment when its answer could not be stored and the call is repeated", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const headers = { "idempotency-key": newId("evt") };
    const comment = () => stack.call("stock.ben", "POST", `/v1/approvals/${item.id}/comments`, { body: { text: "seen" }, headers });
    await stack.database.admin("alter table idempotency_keys add constraint no_more check (status is null) not valid");
    expect((await comment()).status).toBe(500);
    await stack.database.admin("alter table idempotency_keys drop constraint no_more");
    expect((await comment()).status).toBe(201);
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body.comments).toHaveLength(1);
  });

  it("gives the first answer again for the same Idempotency-Key and 409 for another body", async () => {
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    const key = { "idempotency-key": newId("evt") };
    expect((await stack.decide("stock.ben", item, "approve", key)).status).toBe(200);
    expect((await stack.decide("stock.ben", item, "approve", key)).headers.get("idempotency-replayed")).toBe("true");
    expect((await stack.decide("stock.ben", item, "reject", key)).body.code).toBe("idempotency_mismatch");
  });
});

describe("grants and receipts", () => {
  it("finds the receipt of a grant that ran out, by asking the executor", async () => {
    stack.supply.silent = true;
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    await stack.decide("stock.ben", await stack.item(plan, transfer));
    await until(() => stack.supply.grants.some((grant) => grant.stepId === transfer));
    await stack.database.admin("update grants set exp = now() - interval '1 second' where step_id = $1", [transfer]);
    await stack.state(plan, (s) => stateOf(transfer)(s) === "succeeded", "the receipt");
    expect(stack.supply.grants.filter((grant) => grant.stepId === transfer)).toHaveLength(1);
  });

  it("never asks for or grants a step again that an earlier revision has done, whatever its content is now", async () => {
    const { plan, transfer, booking, again } = transferAndBooking();
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    await stack.decide("stock.ben", item);
    await stack.state(plan, (s) => stateOf(booking)(s) === "succeeded", "both steps");
    for (const [revision, quantity] of [
      [2, "59"],
      [3, "58"],
      [4, "59"],
    ] as const) {
      const next = again(revision, quantity);
      await stack.submit(next);
      const state = await stack.state(next, (s) => s.revision === revision && stateOf(transfer)(s) !== "proposed", "the held steps");
      expect(state.steps).toMatchObject([
        { state: "stale", code: "stale_snapshot", approval: null },
        { state: "stale", code: "stale_snapshot", approval: null },
      ]);
    }
    expect([...stack.supply.grants, ...stack.transit.grants].filter((grant) => grant.planId === plan.id)).toHaveLength(2);
  });

  it("never does again under another id what an earlier revision has done, though the words of it changed", async () => {
    const { plan, transfer, booking } = transferAndBooking();
    await stack.submit(plan);
    await stack.decide("stock.ben", await stack.item(plan, transfer));
    await stack.state(plan, (s) => stateOf(booking)(s) === "succeeded", "both steps");
    const other = newId("stp");
    const next = aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      revision: 2,
      id: plan.id,
      requestId: plan.requestId,
      threadId: plan.threadId,
      steps: ({ tenant, requestId }) => [
        // The same wish: only its lot is written out, which means nothing new.
        {
          ...aStep(tenant, requestId, { id: other, agent: "supply", tool: "transfer_stock", args: { ...transferArgs("60"), lot: "L1" } }),
          meaningKey: plan.steps[0]?.meaningKey ?? "",
        },
      ],
    });
    await stack.submit(next);
    const state = await stack.state(next, (s) => s.revision === 2 && stateOf(other)(s) !== "proposed", "the held step");
    expect(state.steps).toMatchObject([{ state: "stale", code: "stale_snapshot", approval: null }]);
    expect([...stack.supply.grants, ...stack.transit.grants].filter((grant) => grant.planId === plan.id)).toHaveLength(2);
  });

  it("keeps a stale receipt's step for a new revision and runs nothing after it", async () => {
    stack.supply.outcome = "stale";
    const { plan, transfer, booking, again } = transferAndBooking();
    await stack.submit(plan);
    await stack.decide("stock.ben", await stack.item(plan, transfer));
    const state = await stack.state(plan, (s) => stateOf(transfer)(s) === "stale", "the stale step");
    expect(stateOf(booking)(state)).toBe("approved");
    stack.supply.outcome = "succeeded";
    const second = again(2, "59");
    await stack.submit(second);
    await stack.decide("stock.bea", await stack.item(second, transfer));
    await stack.state(second, (s) => s.revision === 2 && stateOf(booking)(s) === "succeeded", "the booking of the new revision");
  });

  /** Sends a receipt that says the step failed, as the given role; waits until it was set aside with this code. */
  async function forge(role: "x_supply" | "x_transit", wish: Partial<Receipt>, code: string): Promise<void> {
    stack.supply.silent = true;
    const { plan, transfer } = transferAndBooking();
    await stack.submit(plan);
    await stack.decide("stock.ben", await stack.item(plan, transfer));
    const grant = await until(() => stack.supply.grants.find((candidate) => candidate.stepId === transfer));
    const { grantId, requestId, planId, revision, stepId, tool, contentHash, effectKey, tenant } = grant;
    const at = new Date().toISOString();
    const subject = { tenant, grantId, requestId, planId, revision, stepId, tool, contentHash, effectKey };
    const content = { outcome: "failed" as const, code: null, detail: null, outputs: {}, records: [], before: [], after: [] };
    const head = { v: 1 as const, receiptId: newId("rcp"), version: 1, domain: "supply" as const };
    const receipt: Receipt = { ...head, ...subject, ...content, externalOutcome: null, inverse: null, at, businessAt: at, ...wish };
    const payload = stack.keys.signer(role).sign("receipt", receipt);
    const about = { tenant, causationId: null, correlationId: requestId, occurredAt: at };
    const message = { id: newId("evt"), type: "receipt.issued", version: 1, ...about, payload };
    const bus = await stack.nats.bus(`x_${wish.domain ?? "supply"}`, { name: "forger" });
    await bus.publish(subjects.receipt(receipt.domain, tenant, stepId), JSON.stringify(message), { msgId: newId("evt") });
    await until(async () => {
      const text = "select 1 from dead_letters where code = $1 and position($2 in body) > 0";
      return (await stack.database.admin(text, [code, receipt.receiptId])).length > 0;
    });
    expect(await stack.database.admin("select 1 from receipts where id = $1", [receipt.receiptId])).toEqual([]);
    expect(stateOf(transfer)(await stack.state(plan, () => true, "a state"))).toBe("executing");
  }

  it("ignores a receipt that another role signed", async () => {
    await forge("x_transit", { domain: "supply" }, "key_unknown");
  });

  it("stores nothing of a receipt that does not belong to the grant it names", async () => {
    await forge("x_transit", { domain: "transit" }, "signature_invalid");
    await forge("x_supply", { contentHash: contentHash("another step") }, "signature_invalid");
  });
});

describe("the ledger and the queue's stream", () => {
  it("exports JSON lines and finds a changed entry", async () => {
    const lines = (await stack.call("audit.lena", "GET", "/v1/ledger", { headers: { accept: "application/x-ndjson" } })).body as string;
    const entries = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries.map((entry) => entry.position)).toEqual(entries.map((_, index) => index + 1));
    const decision = entries.find((entry) => entry.kind === "decision.recorded");
    const tamper = async (body: string) => {
      await stack.database.admin("alter table ledger_entries disable trigger ledger_entries_insert_only");
      await stack.database.admin("update ledger_entries set body = $2 where id = $1", [decision.id, body]);
    };
    await tamper(JSON.stringify({ ...decision.body, by: "somebody.else" }));
    expect((await stack.call("audit.lena", "GET", "/v1/ledger/verify")).body).toMatchObject({
      ok: false,
      firstBad: { entry: decision.id, code: "body_changed" },
    });
    await tamper(JSON.stringify(decision.body));
    expect((await stack.call("audit.lena", "GET", "/v1/ledger/verify")).body.ok).toBe(true);
  });

  it("is not called broken while the keys cannot be read", async () => {
    const verify = (): never => {
      throw new AppError("unavailable", { detail: "the key set cannot be read" });
    };
    const walk = transaction(stack.database.pool("qm_approvals"), ALL_TENANTS, (tx) =>
      verifyLedger(tx, "demo", { verify, keysOf: () => [] }),
    );
    await expect(walk).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([undefined, "999999999"])("sends a snapshot first and then what changes, after event %s", async (last) => {
    const { plan, transfer } = transferAndBooking();
    const headers = { authorization: "Bearer demo-stock.ben", ...(last === undefined ? {} : { "last-event-id": last }) };
    const response = await fetch(`${stack.url}/v1/approvals/events`, { headers });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    expect(text).toMatch(/^event: queue\.snapshot\ndata: \{"mine":\d+,"pending":\d+/);
    await stack.submit(plan);
    const item = await stack.item(plan, transfer);
    while (!text.includes(item.id)) text += (await reader?.read())?.value ?? "";
    expect(text).toMatch(/id: \d+\nevent: approval\.changed/);
    await reader?.cancel();
  });
});

describe("many plans", () => {
  const transferOf = (requester: string, quantity: string) => {
    const id = newId("stp");
    const plan = aPlan(stack.keys.signer("approvals"), {
      tenant: "demo",
      requester,
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) }),
      ],
    });
    return { plan, id };
  };

  it("of one person and day count together against a threshold", async () => {
    stack.supply.facts = { transfer_stock: { valueEur: "30000", sku: "PMP-220", destination: "LOC-RTM" } };
    const first = transferOf("planner.adam", "1");
    await stack.submit(first.plan);
    const small = await stack.item(first.plan, first.id);
    const second = transferOf("planner.adam", "2");
    await stack.submit(second.plan);
    const large = await stack.item(second.plan, second.id);
    const other = transferOf("buyer.jan", "3");
    await stack.submit(other.plan);
    expect(small.policy.required).toBe(1);
    expect(large.policy.slots.map((slot: { role: string }) => slot.role)).toEqual(["stock_manager", "ops_director"]);
    expect((await stack.item(other.plan, other.id)).policy.required).toBe(1);
    expect((await stack.decide("stock.ben", small)).body.state).toBe("approved");
  });

  it("are decided as an explicit list with a result for each", async () => {
    const plans = [transferOf("planner.anna", "4"), transferOf("planner.anna", "5")];
    const items = [];
    for (const { plan, id } of plans) {
      await stack.submit(plan);
      items.push(await stack.item(plan, id));
    }
    const wishes = items.map((item, index) => ({
      id: item.id,
      revision: item.revision + index,
      cardHash: item.card.hash,
      decision: "approve",
    }));
    const answer = await stack.call("stock.ben", "POST", "/v1/approvals/decisions", { body: { items: wishes } });
    expect(answer.body.items).toMatchObject([
      { status: 200, state: "approved" },
      { status: 412, error: { code: "card_changed" } },
    ]);
  });

  it("wait for an executor that is down, and are taken in when it is back", async () => {
    stack.supply.mute = true;
    const { plan, id } = transferOf("planner.anna", "6");
    await stack.submit(plan);
    await until(
      async () => (await stack.database.admin("select 1 from plans where plan_id = $1 and state = 'received'", [plan.id])).length === 1,
    );
    stack.supply.mute = false;
    expect(await stack.item(plan, id)).toMatchObject({ state: "pending" });
  });

  it("are claimed by one person, delegated, and never to the requester", async () => {
    const { plan, id } = transferOf("planner.anna", "7");
    await stack.submit(plan);
    const item = await stack.item(plan, id);
    const post = async (user: string, what: string, body?: unknown) =>
      await stack.call(user, "POST", `/v1/approvals/${item.id}/${what}`, body ? { body } : {});
    expect((await post("stock.ben", "claim")).body.claimedBy).toBe("stock.ben");
    expect((await post("stock.bea", "claim")).status).toBe(409);
    expect((await post("transport.cleo", "claim")).body.code).toBe("role_missing");
    expect((await post("stock.ben", "delegate", { to: "planner.anna" })).body.code).toBe("requester_cannot_decide");
    expect((await post("stock.ben", "delegate", { to: "stock.bea" })).body).toMatchObject({
      claimedBy: "stock.bea",
      delegatedTo: "stock.bea",
    });
    expect((await post("stock.bea", "release")).body.claimedBy).toBeNull();
    expect((await post("stock.bea", "comments", { text: "fits the plan" })).status).toBe(201);
    const fresh = (await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body;
    expect(fresh).toMatchObject({ revision: item.revision, comments: [{ by: "stock.bea", text: "fits the plan" }] });
  });
});
