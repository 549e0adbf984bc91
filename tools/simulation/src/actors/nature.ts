import type { Process } from "../scheduler.ts";
import type { World } from "../world.ts";

/** Kills services at any moment, mostly while they wait for something; at their statements the database kills them. */
export function addCrashes(world: World, services: readonly Process[]): void {
  const { random, scheduler, faults } = world;
  const everyMs = random.pick([8_000, 30_000, 90_000]);
  const nature: Process = { name: "nature", life: 0, alive: true };
  world.spawn(nature, "crashing", async () => {
    while (!faults.healed) {
      await scheduler.sleep(nature, random.below(everyMs * 2));
      const victim = random.pick(services);
      if (!faults.healed && victim.alive) world.kill(victim);
    }
  });
}

/** Counts and deliveries that nobody planned: stock changes between the approval and the execution. */
export function addStocktakes(world: World, tell: (units: number) => void): void {
  const { random, scheduler, databases, trace, faults } = world;
  const counter: Process = { name: "stocktake", life: 0, alive: true };
  const everyMs = random.pick([1_500, 8_000, 200_000]);
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
