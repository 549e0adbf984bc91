import { createHttpSystem, type ExecutorPorts, executeGrant, outsideKey, reconcileCalls } from "@quartermaster/executor";
import type { Grant, JsonObject, Receipt } from "@quartermaster/shared/contracts";
import { type ScriptedSystem, startScriptedSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ExportEvents, startExportEvents } from "./support/export-events.ts";
import { type ExportWorld, startExportWorld } from "./support/export-world.ts";
import { KITS } from "./support/kits-shipment.ts";

const MRN = "26FRABCDEF01234567";
let world: ExportWorld;
let events: ExportEvents;
let customs: ScriptedSystem;

beforeAll(async () => {
  world = await startExportWorld();
});
beforeEach(async () => {
  await world.seed();
  events = startExportEvents(world);
  customs = await startScriptedSystem({ outcome: "pending", searchable: false });
});
afterEach(async () => {
  await customs.stop();
  await world.db.admin("delete from outside_call");
});
afterAll(() => world?.drop());

const linked = () => {
  const tools = new Set(["lodge_declaration", "amend_declaration"]);
  const system = createHttpSystem({ url: customs.url, token: null, timeoutMs: 2_000, repeat: { kind: "never" }, tools });
  return { ...world.ports, outside: { system, timeoutMs: 2_000 } } satisfies ExecutorPorts;
};
/** Another quantity each time: the same amendment twice would be one effect. */
async function amend(quantity: string, told: Partial<Receipt> = { outcome: "succeeded", externalOutcome: "pending" }): Promise<Grant> {
  const changes = [{ line: 1, field: "quantity", from: "2000", to: quantity }];
  const args: JsonObject = { declarationId: "EXD-5008", changes, reason: "more" };
  const answer = await world.call("amend_declaration", args);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  const step = world.step(answer.proposal);
  const grant = world.grant(step, await world.preview(step), {}, 2);
  expect(await executeGrant(linked(), grant)).toMatchObject(told);
  return grant;
}
const keyOf = (grant: Grant): string => outsideKey(grant.effectKey);
const receiptOf = async (grant: Grant): Promise<Receipt | undefined> =>
  (await world.db.admin<{ receipt: Receipt }>("select receipt from used_grant where grant_id = $1", [grant.grantId]))[0]?.receipt;
const referenceOf = async (state: string): Promise<string> =>
  (
    await world.db.admin<{ ref: string }>(
      "select our_reference as ref from declaration_messages where tenant = 'demo' and declaration = 'EXD-5008' and state = $1",
      [state],
    )
  )[0]?.ref ?? "";

describe("customs' answer to one of two amendments", () => {
  it("does not end the second one when it names the first, by either of its references", async () => {
    const first = await amend("3000");
    await events.deliver("customs_amendment_rejected", { ourReference: keyOf(first) }, { reason: "unclear" });
    expect(await receiptOf(first)).toMatchObject({ externalOutcome: "rejected" });
    const second = await amend("2500");
    for (const ourReference of [keyOf(first), await referenceOf("rejected")])
      await expect(events.deliver("customs_amendment_rejected", { ourReference })).rejects.toMatchObject({ code: "illegal_transition" });
    expect(await receiptOf(second)).toMatchObject({ externalOutcome: "pending" });
    await events.deliver("customs_amendment_accepted", { ourReference: await referenceOf("sent") });
    expect(await receiptOf(second)).toMatchObject({ externalOutcome: "confirmed" });
  });

  it("is not an answer of another kind", async () => {
    const sent = await amend("3000");
    await expect(events.deliver("customs_invalidation_refused", { ourReference: keyOf(sent) })).rejects.toMatchObject({
      code: "illegal_transition",
    });
    await expect(events.deliver("customs_amendment_accepted", { ourReference: "QM-AAAAAAAAAAAAAAAAAAAA" })).rejects.toMatchObject({
      code: "unknown_record",
    });
    expect(await receiptOf(sent)).toMatchObject({ externalOutcome: "pending" });
  });
});

describe("an amendment whose answer was lost", () => {
  const toldBy = async (grant: Grant) =>
    (await world.db.admin<{ by: string | null }>("select told_by as by from outside_call where grant_id = $1", [grant.grantId]))[0]?.by;
  const lost = (): Promise<Grant> => {
    customs.script([{ do: "vanish" }]);
    return amend("2500", { outcome: "unknown" });
  };

  it("is not known to have arrived because customs repeats its word on an earlier one", async () => {
    const first = await amend("3000");
    await events.deliver("customs_amendment_rejected", { ourReference: keyOf(first) });
    const own = await referenceOf("rejected");
    const second = await lost();
    for (const ourReference of [keyOf(first), own])
      for (const what of [{ ourReference }, { ourReference, declarationId: "EXD-5008" }])
        await expect(events.deliver("customs_amendment_rejected", what)).rejects.toMatchObject({ code: "illegal_transition" });
    expect(await toldBy(second)).toBeNull();
    expect(await receiptOf(second)).toMatchObject({ outcome: "unknown" });
  });

  it("is not known to have arrived because customs names a reference that nobody knows", async () => {
    const sent = await lost();
    const what = { ourReference: "QM-AAAAAAAAAAAAAAAAAAAA", declarationId: "EXD-5008" };
    await expect(events.deliver("customs_amendment_rejected", what)).rejects.toMatchObject({ code: "unknown_record" });
    expect(await toldBy(sent)).toBeNull();
  });

  it("is known to have arrived when customs answers it", async () => {
    const sent = await lost();
    const accepted = () => events.deliver("customs_amendment_accepted", { declarationId: "EXD-5008" }, { eventId: "amended" });
    await expect(accepted()).rejects.toMatchObject({ code: "event_too_early" });
    expect(await toldBy(sent)).toBe("amended");
  });
});

describe("customs that speaks of a lodging whose answer was lost", () => {
  const lodge = async (): Promise<Grant> => {
    customs.script([{ do: "make_silently" }]);
    const step = world.step({ tool: "lodge_declaration", args: { declarationId: "EXD-5004" }, guards: [] });
    const grant = world.grant(step, await world.preview(step, { foreign: [KITS] }), {}, 2);
    expect(await executeGrant(linked(), grant)).toMatchObject({ outcome: "unknown" });
    return grant;
  };
  const lookAfter = async () => {
    await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
    await reconcileCalls(linked());
  };

  it.each(["our reference", "the declaration"])("settles it when it names %s", async (named) => {
    const grant = await lodge();
    await lookAfter();
    expect(await receiptOf(grant)).toMatchObject({ outcome: "unknown" });
    const what = named === "our reference" ? { ourReference: keyOf(grant) } : { declarationId: "EXD-5004" };
    const deliver = () => events.deliver("customs_accepted", { ...what, mrn: MRN }, { eventId: `accepted ${named}`.replaceAll(" ", "-") });
    await expect(deliver()).rejects.toMatchObject({ code: "event_too_early" });
    await lookAfter();
    expect(await receiptOf(grant)).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
    await deliver();
    expect(await receiptOf(grant)).toMatchObject({ externalOutcome: "confirmed", outputs: { number: MRN } });
    // The same reference names the declaration in everything that customs says later.
    await events.deliver("customs_released", what);
    expect(customs.sent).toHaveLength(1);
  });
});
