import { AppError } from "@quartermaster/shared/errors";
import type { Process } from "../scheduler.ts";
import type { Row } from "../store/database.ts";
import type { World } from "../world.ts";
import { HTTP } from "./approvals.ts";

/** Who is there, with roles of the product; the requester may decide stock too, but nothing of her own. */
export const PEOPLE = [
  { id: "planner.anna", roles: ["planner", "stock_manager", "ops_director"] },
  { id: "stock.sam", roles: ["stock_manager"] },
  { id: "stock.lea", roles: ["stock_manager"] },
  { id: "ops.olga", roles: ["ops_director"] },
] as const;

const ANSWER_MS = 4_000;
const MAX_TRIES = 5;

/** Asks until there is an answer, as a person who sees an error presses the button again. Null when they give up. */
async function insist(world: World, self: Process, subject: string, body: unknown): Promise<Row | null> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    try {
      return JSON.parse((await world.bus.request(self, subject, JSON.stringify(body), ANSWER_MS)).body) as Row;
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      await world.scheduler.sleep(self, 500 + world.random.below(2_000));
    }
  }
  return null;
}

async function decideSomething(world: World, self: Process, person: (typeof PEOPLE)[number]): Promise<void> {
  const { random, scheduler, trace } = world;
  const open = [...world.databases.approvals.table("approvals").values()].filter((row) => row.state === "pending");
  if (open.length === 0) return;
  const item = random.pick(open);
  // They look at the card for a while; it may be another one by the time they decide.
  await scheduler.sleep(self, random.below(4_000));
  const decision = random.chance(0.88) ? "approve" : "reject";
  const about = { tenant: item.tenant, approvalId: item.id, planId: item.plan_id, cardHash: item.card_hash, ifMatch: item.revision };
  const command = { ...about, by: person.id, roles: person.roles, decision, reason: null, reasonCode: null };
  const answer = await insist(world, self, HTTP.decide, command);
  if (answer?.kind !== "recorded" && answer?.kind !== "replayed") return;
  trace.add(scheduler.now, person.id, `is told that ${decision} of ${item.id} is ${answer.kind}`);
  world.acknowledged.push({ approvalId: item.id, by: person.id, decision });
}

/** People who decide what they find, and in some seeds two admins who stop everything and let it go on. */
export function addPeople(world: World): void {
  const { random, scheduler } = world;
  for (const person of PEOPLE) {
    const isAbsent = random.chance(0.1);
    if (isAbsent) continue;
    world.addProcess(person.id, (self) =>
      world.spawn(self, "deciding", async () => {
        for (;;) {
          await scheduler.sleep(self, 500 + random.below(9_000));
          await decideSomething(world, self, person);
        }
      }),
    );
  }
  if (random.chance(0.3) || world.plant?.isAboutTheSwitch) addAdmins(world);
}

function addAdmins(world: World): void {
  const { random, scheduler, databases, trace } = world;
  const [tenant] = world.tenants as [string];
  world.addProcess("admins", (self) =>
    world.spawn(self, "switching", async () => {
      await scheduler.sleep(self, 2_000 + random.below(20_000));
      for (const action of ["stop", "resume"] as const) {
        let confirmed: Row | null = null;
        while (confirmed === null) {
          const open = [...databases.approvals.table("kill_switch").values()].find((row) => row.state === "open");
          const asked = open ?? (await insist(world, self, HTTP.killSwitch, { tenant, by: "admin.one", ask: action }));
          if (asked) confirmed = await insist(world, self, HTTP.killSwitch, { tenant, by: "admin.two", confirm: asked.id });
          const done = [...databases.approvals.table("kill_switch").values()].filter((row) => row.state === "confirmed").at(-1);
          if (done?.action === action) confirmed ??= done;
        }
        trace.add(scheduler.now, "admins", `are told of epoch ${confirmed.epoch}: ${action}`);
        world.raised.push({ tenant, epoch: Number(confirmed.epoch), atMs: scheduler.now });
        await scheduler.sleep(self, 5_000 + random.below(40_000));
      }
    }),
  );
}
