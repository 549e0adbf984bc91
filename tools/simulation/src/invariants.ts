import { FINAL_STEP_STATES } from "@quartermaster/shared/contracts";
import { GENESIS, linkHash } from "../../../services/approvals/src/ledger/chain.ts";
import { PLACES } from "./requests.ts";
import type { Row } from "./store/database.ts";
import type { World } from "./world.ts";

/** A grant runs by a word of approvals that may be this old (`LASTS_MS` of the executor's epoch watch). */
const EPOCH_LASTS_MS = 5_000;

const rows = (world: World, database: keyof World["databases"], table: string): Row[] => [
  ...world.databases[database].table(table).values(),
];

/** I1: units are conserved but for what was counted, and never below zero. */
function conservation(world: World, counted: number): string[] {
  const stock = rows(world, "supply", "stock");
  const expected = world.tenants.length * Object.values(PLACES).reduce((sum, units) => sum + units, 0) + counted;
  const sum = stock.reduce((total, row) => total + row.units, 0);
  return [
    ...(sum === expected ? [] : [`I1 ${sum} units stand where ${expected} should`]),
    ...stock.filter((row) => row.units < 0).map((row) => `I1 ${row.id} of ${row.tenant} has ${row.units}`),
  ];
}

/** I2, I3: every move has one used grant that approvals signed for people who stand behind it; one move for one effect. */
function causes(world: World): string[] {
  const found: string[] = [];
  const moves = rows(world, "supply", "moves");
  const used = world.databases.supply.table("used_grant");
  const grants = world.databases.approvals.table("grants");
  const decisions = rows(world, "approvals", "decisions");
  const approvals = world.databases.approvals.table("approvals");
  const effects = new Map<string, number>();
  for (const move of moves) {
    const usedRow = used.get(move.grant_id);
    const grant = grants.get(move.grant_id)?.body.body;
    if (usedRow?.outcome !== "succeeded") found.push(`I2 a move without a used grant: ${move.grant_id}`);
    if (!grant || grant.tenant !== move.tenant) found.push(`I2 a move without a grant of approvals: ${move.grant_id}`);
    else if (grant.args.from !== move.from || grant.args.to !== move.to || grant.args.units !== move.units)
      found.push(`I2 grant ${move.grant_id} was for ${JSON.stringify(grant.args)}`);
    for (const { user, cardHash } of grant?.approvers ?? []) {
      const stands = decisions.some((row) => {
        const item = approvals.get(row.approval_id);
        return (
          row.by_user === user && row.decision === "approve" && !row.void && row.card_hash === cardHash && item?.step_id === grant.stepId
        );
      });
      const asker = world.databases.approvals.table("plans").get(`${grant.planId}/${grant.revision}`)?.body.requestToken.body.requester;
      if (!stands || user === asker) found.push(`I2 ${user} does not stand behind ${move.grant_id}`);
    }
    if ((grant?.approvers.length ?? 0) < (grant?.policy.required ?? 0)) found.push(`I2 ${move.grant_id} has too few approvers`);
    const key = usedRow?.effect_key ?? move.grant_id;
    effects.set(key, (effects.get(key) ?? 0) + 1);
  }
  for (const [key, count] of effects) if (count > 1) found.push(`I3 ${count} moves of one effect ${key}`);
  for (const row of used.values()) {
    const count = moves.filter((move) => move.grant_id === row.grant_id).length;
    if (count !== (row.outcome === "succeeded" ? 1 : 0)) found.push(`I2 grant ${row.grant_id} is ${row.outcome} with ${count} moves`);
  }
  return found;
}

/** What approvals and the executor wrote down about every move: versions that were approved, epochs that were in force. */
function standing(world: World): string[] {
  const found: string[] = [];
  const grants = world.databases.approvals.table("grants");
  for (const move of rows(world, "supply", "moves")) {
    const grant = grants.get(move.grant_id)?.body.body;
    if (!grant) continue;
    const late = world.raised.find(
      (raise) => raise.tenant === grant.tenant && raise.epoch > grant.epoch && Date.parse(move.at) > raise.atMs + EPOCH_LASTS_MS,
    );
    if (late) found.push(`I9 ${move.grant_id} of epoch ${grant.epoch} ran after people were told of epoch ${late.epoch}`);
    const { from } = move;
    const guard = grant.guards.find((entry: Row) => entry.kind === "exact" && entry.record === from);
    const read = /^read@(\d+)$/.exec(guard?.version ?? "")?.[1];
    if (read !== undefined && Number(read) !== move.from_version)
      found.push(`I10 ${move.grant_id} was approved for version ${read} of ${from} and ran on ${move.from_version}`);
  }
  return found;
}

/** Receipts after which a step may be granted again: this grant did nothing and never will. */
const UNUSED = new Set(["grant_expired", "grant_epoch"]);

/** I11: a step has another grant only when nothing can come of the one before. */
function grants(world: World): string[] {
  const found: string[] = [];
  const receipts = rows(world, "approvals", "receipts");
  const all = rows(world, "approvals", "grants");
  for (const step of new Set(all.map((row) => row.step_id))) {
    const own = all.filter((row) => row.step_id === step);
    const ordered = own.sort((a, b) => (a.body.body.iat < b.body.body.iat ? -1 : 1));
    for (const [index, earlier] of ordered.slice(0, -1).entries()) {
      const { iat } = ordered[index + 1]?.body.body ?? {};
      const isUnused = receipts.some((row) => row.grant_id === earlier.id && UNUSED.has(row.body.body.code));
      if (!isUnused && Date.parse(iat) < Date.parse(earlier.exp) + 30_000) found.push(`I11 ${step} has two grants that may both run`);
    }
  }
  return found;
}

/** I4: what somebody was told is recorded is there. */
function decisions(world: World): string[] {
  const recorded = rows(world, "approvals", "decisions");
  return world.acknowledged
    .filter(
      (said) => !recorded.some((row) => row.approval_id === said.approvalId && row.by_user === said.by && row.decision === said.decision),
    )
    .map((said) => `I4 ${said.by} was told that ${said.decision} of ${said.approvalId} is recorded, and it is not`);
}

/** I5, I8: every request has its end or waits for people, and says what is in the warehouse. */
function ends(world: World): string[] {
  const found: string[] = [];
  const moves = rows(world, "supply", "moves");
  const used = world.databases.supply.table("used_grant");
  const steps = rows(world, "coordinator", "plan_steps");
  const items = rows(world, "approvals", "approvals");
  const stopped =
    rows(world, "approvals", "kill_switch")
      .filter((row) => row.state === "confirmed")
      .at(-1)?.action === "stop";
  for (const request of rows(world, "coordinator", "requests")) {
    const own = steps.filter((step) => step.request_id === request.id);
    const waits = items.some((item) => item.request_id === request.id && item.state === "pending");
    if (request.phase !== "done" && !waits && !stopped)
      found.push(`I5 ${request.id} neither ended nor waits for anybody: ${own.map((step) => `${step.step_id} ${step.state}`).join(", ")}`);
    for (const step of own) {
      const moved = moves.filter((move) => used.get(move.grant_id)?.step_id === step.step_id).length > 0;
      if (request.phase === "done" && moved !== (step.state === "succeeded"))
        found.push(`I8 ${request.id} says that ${step.step_id} is ${step.state}; moved: ${moved}`);
      // Of a refused plan nothing is decided.
      if (request.phase === "done" && request.status !== "refused" && !FINAL_STEP_STATES.includes(step.state) && step.state !== "stale")
        found.push(`I8 ${request.id} ended with ${step.step_id} ${step.state}`);
      if (step.receipt && step.receipt.tenant !== request.tenant) found.push(`I6 ${step.step_id} shows another tenant's receipt`);
    }
    if (request.status === "completed" && own.some((step) => step.state !== "succeeded")) found.push(`I8 ${request.id} is no success`);
  }
  return found;
}

/** I7: the chain of every tenant holds, entry by entry, and no entry stands in it twice. */
function ledger(world: World): string[] {
  const found: string[] = [];
  const entries = world.databases.approvals.table("ledger_entries");
  for (const tenant of world.tenants) {
    const seals = rows(world, "approvals", "ledger_seals")
      .filter((row) => row.tenant === tenant)
      .sort((a, b) => a.position - b.position);
    let prev = GENESIS;
    for (const [index, seal] of seals.entries()) {
      const row = entries.get(seal.entry_id) as Row;
      const entry = { tenant, position: index + 1, id: row.id, kind: row.kind, requestId: row.request_id, planId: row.plan_id };
      const rest = { stepId: row.step_id, subject: row.subject, actor: row.actor, bodyHash: row.body_hash, at: row.at };
      const hash = linkHash({ ...entry, ...rest }, prev);
      if (seal.position !== index + 1 || seal.prev !== prev || seal.hash !== hash) {
        found.push(`I7 the chain of ${tenant} breaks at ${seal.position}`);
        break;
      }
      prev = seal.hash;
    }
    const sealed = new Set(seals.map((seal) => seal.entry_id));
    if (sealed.size !== seals.length) found.push(`I7 ${tenant} has an entry sealed twice`);
  }
  return found;
}

/** Everything that must hold once the world has come to rest, whatever happened on the way. Gives what does not. */
export function checkInvariants(world: World, counted: number): string[] {
  return [
    ...conservation(world, counted),
    ...causes(world),
    ...standing(world),
    ...grants(world),
    ...decisions(world),
    ...ends(world),
    ...ledger(world),
    ...world.surprises,
  ];
}
