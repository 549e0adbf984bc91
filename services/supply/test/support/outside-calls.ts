import { reconcileCalls } from "@quartermaster/executor";
import type { Grant, Receipt } from "@quartermaster/shared/contracts";
import type { SupplyWorld } from "./supply-world.ts";

type Linked = Parameters<typeof reconcileCalls>[0];

/** Writes into the grants of all calls a time that is this long ago. */
const setTime = (world: SupplyWorld, field: "exp" | "iat", ago: string) =>
  world.db.admin(
    `update outside_call set grant_body = jsonb_set(grant_body, '{${field}}',
       to_jsonb(to_char((clock_timestamp() - interval '${ago}') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
  );

/** What tests of calls to another system look at, and how they let time be over. */
export const outsideCalls = (world: () => SupplyWorld) => ({
  /** A grant to move VLV-050 from Hamburg to Valencia. */
  move: (quantity = "60", changes: Partial<Grant> = {}): Promise<Grant> => {
    const args = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity, uom: "PCE" };
    return world().grant(world().step("transfer_stock", args), changes);
  },
  reserved: async (): Promise<string> =>
    (await world().db.admin<{ reserved: string }>("select reserved::text from stock where tenant = 'demo' and id = 'STK-006'"))[0]
      ?.reserved ?? "",
  callOf: async (grant: Grant) =>
    (
      await world().db.admin<{ state: string; sends: number; looks: number; toldBy: string | null }>(
        `select state, sends, looks, told_by as "toldBy" from outside_call where grant_id = $1`,
        [grant.grantId],
      )
    )[0],
  /** Receipts that were sent for a grant, oldest first. */
  sentFor: (grant: Grant): Receipt[] =>
    world()
      .sent.filter((message) => message.subject.startsWith("qm.receipt."))
      .map((message) => JSON.parse(message.body).payload.body as Receipt)
      .filter((receipt) => receipt.grantId === grant.grantId),
  stored: async (grant: Grant): Promise<Receipt> =>
    (await world().db.admin<{ receipt: Receipt }>("select receipt from used_grant where grant_id = $1", [grant.grantId]))[0]
      ?.receipt as Receipt,
  /** Lets open calls be due now, as if their waits and leases were over, and looks after them once. */
  async lookAfter(ports: Linked): Promise<void> {
    await world().db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
    await reconcileCalls(ports);
  },
  /** As if no process had a call in hand. */
  endLeases: () => world().db.admin("update outside_call set lease_until = now() - interval '1 minute'"),
  /** As if the last sending were so long ago that nothing of it can surface any more. */
  letQuietPass: () => world().db.admin("update outside_call set sent_at = sent_at - interval '1 hour'"),
  /** As if the grant's own time were over: what it says of its end is in the past. */
  letGrantEnd: () => setTime(world(), "exp", "0"),
  /** As if the grant were so old that it is not sent any more. */
  letGrantAge: () => setTime(world(), "iat", "15 minutes"),
});
