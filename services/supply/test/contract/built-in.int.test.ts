import { afterAll, beforeAll, describe } from "vitest";
import { builtInSystem } from "../support/built-in-system.ts";
import { type SupplyWorld, startSupplyWorld } from "../support/supply-world.ts";
import { type ContractWorld, outsideContract } from "./outside-contract.ts";
import { transfersContract } from "./transfers-contract.ts";

let world: SupplyWorld;
let contract: ContractWorld;

beforeAll(async () => {
  world = await startSupplyWorld();
  const system = builtInSystem(world);
  const timesMade = async (key: string) =>
    (
      await world.db.admin(
        `select from transfers t join used_grant g on g.receipt -> 'outputs' ->> 'transferId' = t.id
          where t.tenant = 'demo' and g.outcome = 'succeeded' and g.receipt ->> 'requestId' = $1`,
        [system.requestOf(key)],
      )
    ).length;
  contract = { system, timesMade };
});
afterAll(() => world?.drop());

describe("the built-in system of record", () => {
  outsideContract(() => contract);
  transfersContract(() => ({ world }));
});
