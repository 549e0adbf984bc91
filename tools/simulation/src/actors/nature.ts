import type { Process } from "../scheduler.ts";
import type { World } from "../world.ts";

/** Kills services at any point of their work and starts them again. */
export function addCrashes(world: World, services: readonly Process[], restart: (process: Process) => void): void {
  const { random, scheduler, databases, faults, trace } = world;
  const everyMs = random.pick([4_000, 15_000, 60_000]);
  const nature: Process = { name: "nature", life: 0, alive: true };
  world.spawn(nature, "crashing", async () => {
    while (!faults.healed) {
      await scheduler.sleep(nature, random.below(everyMs * 2));
      const victim = random.pick(services);
      if (faults.healed || !victim.alive) continue;
      victim.life += 1;
      victim.alive = false;
      for (const database of Object.values(databases)) database.forget(victim);
      trace.add(scheduler.now, victim.name, "dies");
      scheduler.ready(nature, () => restart(victim), 200 + random.below(8_000));
    }
  });
}

/** Counts and deliveries that nobody planned: stock changes between the approval and the execution. */
export function addStocktakes(world: World, tell: (units: number) => void): void {
  const { random, scheduler, databases, trace, faults } = world;
  const counter: Process = { name: "stocktake", life: 0, alive: true };
  const everyMs = random.pick([10_000, 60_000, 600_000]);
  world.spawn(counter, "counting", async () => {
    while (!faults.healed) {
      await scheduler.sleep(counter, random.below(everyMs * 2));
      const [key] = random.pick([...databases.supply.table("stock")]) ?? [""];
      const session = databases.supply.begin(counter);
      session.tenant = "*";
      const row = await session.lock("stock", key);
      await scheduler.pause(counter);
      if (row) {
        const units = Math.max(-row.units, random.below(9) - 4);
        session.put("stock", key, { ...row, units: row.units + units, version: row.version + 1 });
        tell(units);
        trace.add(scheduler.now, "stocktake", `finds ${units} at ${key}`);
      }
      databases.supply.end(session, true);
    }
  });
}
