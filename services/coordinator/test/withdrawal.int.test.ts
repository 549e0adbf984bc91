import type { Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { sendReceipt } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
/** The first of these is eager: it runs at once, whoever still has to decide the second. */
const ORDERED = [
  { sku: "VLV-050", quantity: "60", uom: "PCE" },
  { sku: "GSK-100", quantity: "5", uom: "PCE" },
];
const WORDS = "Move 60 PCE of VLV-050 and 5 PCE of GSK-100 from Hamburg to Valencia.";
const INVERSE = { tool: "release_reservation", args: { reservationId: "RSV-1" } };

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: (brief.calls.length > 0 ? brief.calls : ORDERED.map((args, n) => ({ args, ref: `transfer${n}` }))).map((call, n) =>
      aProposal("supply", "tool" in call ? call.tool : "transfer_stock", {
        args: call.args,
        ref: call.ref ?? `transfer${n}`,
        meaning: { ...call.args, n: brief.requestId },
        outputs: [{ name: "transferId", kind: "transfer" }],
        eager: n === 0 && !("reservationId" in call.args),
      }),
    ),
  });
});
afterAll(async () => {
  await run?.stop();
});

const send = async (body: object): Promise<{ id: string; threadId: string }> => {
  const answer = await run.call("POST", "/v1/requests", { body });
  expect(answer.status).toBe(202);
  return answer.body;
};
const planOf = async (requestId: string): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId), { what: "the plan at approvals" });

const eagerOf = (plan: Plan): Plan["steps"][number] => {
  const found = plan.steps.find((step) => step.eager);
  if (!found) throw new Error("an eager step is needed");
  return found;
};
const othersAre = (plan: Plan, state: "rejected" | "cancelled") =>
  Object.fromEntries(plan.steps.filter((step) => !step.eager).map((step) => [step.id, { state }]));

/** Lets the plan's eager step run, and its receipt be known, while the others wait for people. */
async function runFirst(plan: Plan): Promise<string> {
  const first = eagerOf(plan);
  await run.approvals.tell(plan, { [first.id]: { state: "executing", code: null } });
  const receipt = await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, first.id, { inverse: INVERSE });
  const known = () => run.database.admin("select 1 from plan_steps where step_id = $1 and state = 'succeeded'", [first.id]);
  await until(async () => (await known()).length > 0, { what: "the receipt of the first step" });
  return receipt.receiptId;
}
const started = async (body: object = { text: WORDS }) => {
  const { id, threadId } = await send(body);
  const plan = await planOf(id);
  return { id, threadId, plan, receipt: await runFirst(plan) };
};
const ended = async (body: object = { text: WORDS }) => {
  const first = await started(body);
  await run.approvals.tell(first.plan, othersAre(first.plan, "rejected"));
  await run.requestWith(first.id, "incomplete");
  return first;
};
const says = async (threadId: string, text: string, status = "completed"): Promise<string> => {
  const { id } = await send({ threadId, text });
  return (await run.requestWith(id, status)).answer;
};
const commandsFor = (requestId: string) => run.approvals.commands.filter((command) => command.requestId === requestId);

const LANGUAGES = [
  ["en", "actually cancel that", "Nothing more was done.", "Can be undone with release_reservation.", "came too late", "Cancelled before"],
  [
    "de",
    "doch nicht",
    "Weiter wurde nichts ausgeführt.",
    "Rückgängig mit release_reservation.",
    "kam der Abbruch zu spät",
    "Vor der Ausführung",
  ],
  ["fr", "laissez tomber", "Rien d'autre n'a été fait.", "Réversible avec release_reservation.", "arrivée trop tard", "Annulé avant"],
  ["es", "mejor no", "No se hizo nada más.", "Se puede deshacer con release_reservation.", "llegó tarde", "Cancelado antes"],
  ["nl", "laat maar", "Verder is er niets gedaan.", "Terug te draaien met release_reservation.", "kwam te laat", "Geannuleerd vóór"],
] as const;

describe("taking back what was done in part", () => {
  it.each(LANGUAGES)("says in %s what it came too late for, and what is not done any more", async (...named) => {
    const [language, words, nothingMore, undo, tooLate, cancelled] = named;
    const first = await started({ text: WORDS, language });
    const { id } = await send({ threadId: first.threadId, text: words, language });
    const { answer, openIssues } = await run.requestWith(id, "incomplete");
    expect(answer.split("\n")[0]).toBe(nothingMore);
    for (const part of ["ID-transferId", first.receipt, undo, "[STK-006@2]", tooLate]) expect(answer).toContain(part);
    expect(answer.split("\n")[1]).toMatch(new RegExp(`^${cancelled}.*GSK-100`));
    expect(openIssues.map((issue: { code: string; stepId: string }) => [issue.code, issue.stepId])).toEqual([
      ["cancel_too_late", eagerOf(first.plan).id],
    ]);
    expect((await run.call("GET", `/v1/requests/${first.id}`)).body.status).toBe("superseded");
    expect((await run.call("GET", `/v1/requests/${id}`)).body.supersedes).toEqual([first.id]);
    expect(run.approvals.plans.filter((plan) => plan.requestId === id)).toEqual([]);
  });

  it.each(LANGUAGES)(
    "names it in %s when the request has ended, and does not undo it by itself",
    async (language, words, nothingMore, undo) => {
      const first = await ended({ text: WORDS, language });
      const { id } = await send({ threadId: first.threadId, text: words, language });
      const { answer } = await run.requestWith(id, "completed");
      expect(answer.split("\n")[0]).toBe(nothingMore);
      for (const part of ["ID-transferId", first.receipt, undo]) expect(answer).toContain(part);
      expect((await run.call("GET", `/v1/requests/${first.id}`)).body.status).toBe("incomplete");
      expect(run.approvals.plans.filter((plan) => plan.requestId === id)).toEqual([]);
      expect(commandsFor(id)).toEqual([]);
    },
  );

  it("names what known steps did, which left no words in the thread", async () => {
    const action = (args: object) => ({ agent: "supply", tool: "transfer_stock", args });
    const first = await started({ actions: ORDERED.map(action) });
    expect(await says(first.threadId, "never mind", "incomplete")).toContain(first.receipt);
  });

  it.each([
    ["", "sorry, I meant to Rotterdam"],
    ["", "no, move only 60 PCE of VLV-050 and 5 PCE of GSK-100 from Hamburg to Rotterdam instead"],
    ["thanks", "sorry, I meant to Rotterdam"],
  ])('is planned first when a correction comes after the end, and the new order waits for it: "%s", "%s"', async (courtesy, words) => {
    const first = await ended();
    if (courtesy !== "") await run.requestWith((await send({ threadId: first.threadId, text: courtesy })).id, "completed");
    const { id } = await send({ threadId: first.threadId, text: words });
    const plan = await planOf(id);
    const undo = plan.steps.find((step) => step.tool === "release_reservation");
    expect(undo?.args).toMatchObject(INVERSE.args);
    const moved = plan.steps.find((step) => step.tool === "transfer_stock" && step.args.sku === "VLV-050");
    expect(moved?.dependsOn).toEqual([{ step: undo?.id, until: "receipt" }]);
    expect(plan.conflicts.map((conflict) => conflict.code)).toContain("replaced_effect");
    expect((await run.call("GET", `/v1/requests/${first.id}`)).body.status).toBe("incomplete");
  });

  it("follows the whole line of corrections back", async () => {
    const first = await started();
    const { id } = await send({ threadId: first.threadId, text: "no sorry, to Rotterdam" });
    const second = await runFirst(await planOf(id));
    const answer = await says(first.threadId, "cancel that", "incomplete");
    expect(answer).toContain(first.receipt);
    expect(answer).toContain(second);
    expect(await says(first.threadId, "forget it")).toContain(first.receipt);
  });

  it("comes in time for a correction of which nothing was done, whatever was done before that", async () => {
    const first = await ended();
    const { id } = await send({ threadId: first.threadId, text: "no sorry, to Rotterdam" });
    const plan = await planOf(id);
    await run.approvals.tell(plan, Object.fromEntries(plan.steps.map((step) => [step.id, { state: "pending" as const }])));
    await run.requestWith(id, "awaiting_approval");
    const answer = await says(first.threadId, "cancel that");
    expect(answer).not.toContain("came too late");
    expect(answer).toContain("Cancelled before it was done");
  });

  it.each(["never mind", "no sorry, to Rotterdam"])("reaches the open order over a turn that ordered nothing: %s", async (words) => {
    const { id, threadId } = await send({ text: WORDS });
    const plan = await planOf(id);
    await run.approvals.tell(plan, Object.fromEntries(plan.steps.map((step) => [step.id, { state: "pending" as const }])));
    await run.requestWith(id, "awaiting_approval");
    const unclear = await send({ threadId, text: "why?" });
    await run.requestWith(unclear.id, "awaiting_input");
    const turn = await send({ threadId, text: words });
    if (words === "never mind") await run.requestWith(turn.id, "completed");
    else await planOf(turn.id);
    const shown = (await run.call("GET", `/v1/requests/${id}`)).body;
    expect(shown).toMatchObject({ status: "superseded", supersededBy: turn.id });
    expect(commandsFor(id).map(({ type }) => type)).toContain("withdraw");
  });

  it("waits for a step that runs, then says what it made", async () => {
    const { id, threadId } = await send({ text: WORDS });
    const plan = await planOf(id);
    await run.approvals.tell(plan, { [eagerOf(plan).id]: { state: "executing", code: null } });
    await run.requestWith(id, "executing");
    const cancelling = await send({ threadId, text: "cancel that" });
    const waits = async () => (await run.call("GET", `/v1/requests/${cancelling.id}`)).body.waitingFor === "earlier_steps";
    await until(waits, { what: "the cancelling to wait" });
    const receipt = await runFirst(plan);
    const { answer } = await run.requestWith(cancelling.id, "incomplete");
    for (const part of [receipt, "came too late", "Can be undone with release_reservation.", "Cancelled before it was done"])
      expect(answer).toContain(part);
  });

  it("is completed when the step that ran came to nothing", async () => {
    const { id, threadId } = await send({ text: WORDS });
    const plan = await planOf(id);
    await run.approvals.tell(plan, { [eagerOf(plan).id]: { state: "executing", code: null } });
    await run.requestWith(id, "executing");
    const cancelling = await send({ threadId, text: "cancel that" });
    const revoked = { outcome: "refused" as const, code: "revoked", outputs: {}, records: [], before: [], after: [] };
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, eagerOf(plan).id, revoked);
    const { answer } = await run.requestWith(cancelling.id, "completed");
    expect(answer).toMatch(/^Nothing was done\.\nCancelled before it was done: /);
  });

  it("says what stands however often it is said at once", async () => {
    const first = await ended();
    const said = await Promise.all(Array.from({ length: 4 }, () => send({ threadId: first.threadId, text: "cancel that" })));
    const last = await Promise.all(
      said.map(({ id }) =>
        until(
          async () => {
            const { body } = await run.call("GET", `/v1/requests/${id}`);
            return ["completed", "incomplete", "superseded"].includes(body.status) ? body : undefined;
          },
          { what: "the cancelling to end" },
        ),
      ),
    );
    const told = last.filter(({ status }) => status !== "superseded");
    expect(told.length).toBeGreaterThan(0);
    for (const { answer } of told) {
      expect(answer).toContain(first.receipt);
      expect(answer).not.toMatch(/Nothing was done/);
    }
  });

  it("says that nothing was done when nothing was", async () => {
    const { id, threadId } = await send({ text: WORDS });
    const plan = await planOf(id);
    await run.approvals.tell(plan, Object.fromEntries(plan.steps.map((step) => [step.id, { state: "pending" as const }])));
    await run.requestWith(id, "awaiting_approval");
    expect(await says(threadId, "cancel that")).toMatch(
      /^Nothing was done\.\nCancelled before it was done: .*\nCancelled before it was done: [^\n]*$/,
    );
  });

  it("names it, with what undoes it, when the request is cancelled without words", async () => {
    const first = await started();
    expect((await run.call("POST", `/v1/requests/${first.id}/cancel`, { body: {} })).status).toBeLessThan(300);
    await run.approvals.tell(first.plan, othersAre(first.plan, "cancelled"));
    const { answer } = await run.requestWith(first.id, "incomplete");
    for (const part of [first.receipt, "ID-transferId", "Can be undone with release_reservation."]) expect(answer).toContain(part);
    expect(answer).not.toContain("Nothing was done");
  });

  it("names what undoes it when everything was done before the cancelling came", async () => {
    const { id } = await send({ actions: [{ agent: "supply", tool: "transfer_stock", args: ORDERED[0] }] });
    const plan = await planOf(id);
    await run.approvals.tell(plan, { [eagerOf(plan).id]: { state: "executing", code: null } });
    await run.requestWith(id, "executing");
    await run.call("POST", `/v1/requests/${id}/cancel`, { body: {} });
    await runFirst(plan);
    expect((await run.requestWith(id, "completed")).answer).toContain("Can be undone with release_reservation.");
  });

  it("keeps what a cancelled correction came after in sight", async () => {
    const first = await started();
    run.work.supply = (
      (before) => async (brief) =>
        (brief.goal.includes("Rotterdam") ? await new Promise<never>(() => {}) : await before?.(brief)) ?? {}
    )(run.work.supply);
    const { id } = await send({ threadId: first.threadId, text: "no sorry, to Rotterdam" });
    await until(async () => (await run.call("GET", `/v1/requests/${first.id}`)).body.status === "superseded", { what: "the correction" });
    await run.call("POST", `/v1/requests/${id}/cancel`, { body: {} });
    const { answer } = await run.requestWith(id, "cancelled");
    expect(answer).toMatch(/^Nothing more was done\./);
    expect(answer).toContain(first.receipt);
  });
});
