import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cardHashOf } from "@quartermaster/shared/signing";
import { focusManager, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Approval, Card } from "../src/api/types.ts";
import { batchCardQuery } from "../src/approvals/batch-card-query.ts";
import { ChosenChanged } from "../src/approvals/chosen-changed.ts";

/** A bound for what hangs, not a measure. */
const PATIENCE = { timeout: 20_000 };
const CHOSEN = { id: "apr_1", revision: 3 };

/** An item whose card has the hash that a server would name. */
function itemWith(parts: Partial<Approval> = {}, cardParts: Partial<Card> = {}): Approval {
  const card = {
    headline: "Move 5 PCE VLV-080",
    args: { quantity: "5" },
    before: [],
    after: [],
    conflicts: [],
    tainted: false,
    ...cardParts,
  };
  return {
    ...CHOSEN,
    state: "pending",
    canDecide: true,
    risk: 1,
    policy: { required: 1 },
    card: { ...card, hash: cardHashOf(card) },
    ...parts,
  } as unknown as Approval;
}

describe("a card of a decision about several", () => {
  let server: Server;
  let held: Approval;
  let reads: number;
  let client: QueryClient;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      reads += 1;
      response.setHeader("content-type", "application/json").end(JSON.stringify(held));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = globalThis.fetch;
    // A browser resolves a path against its page.
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => own(new URL(path, base), init));
  });

  beforeEach(() => {
    held = itemWith();
    reads = 0;
    // What a page asks for at worst: everything is old at once and is read again whenever the tab is looked at.
    client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: true } } });
    client.mount();
  });

  afterEach(() => {
    focusManager.setFocused(undefined);
    onlineManager.setOnline(true);
    client.unmount();
    client.clear();
  });

  afterAll(async () => {
    vi.unstubAllGlobals();
    await new Promise((resolve) => server.close(resolve));
  });

  const read = () => client.fetchQuery({ ...batchCardQuery(CHOSEN), retry: false });

  it("is the one of the revision that was chosen", async () => {
    expect(await read()).toEqual(held.card);
  });

  it.each<[string, Approval]>([
    ["has another revision", itemWith({ revision: 4 }, { headline: "Move 500 PCE VLV-080", args: { quantity: "500" } })],
    ["was decided", itemWith({ state: "approved" })],
    ["was raised", itemWith({ risk: 2 })],
    ["is not this person's to decide", itemWith({ canDecide: false })],
    ["needs two people", itemWith({ policy: { required: 2 } as Approval["policy"] })],
    ["is tainted", itemWith({}, { tainted: true })],
    ["is in conflict", itemWith({}, { conflicts: [{}] as Card["conflicts"] })],
  ])("is refused when the item %s by now", async (_what, now) => {
    held = now;
    await expect(read()).rejects.toBeInstanceOf(ChosenChanged);
  });

  it("is refused as no match, not as changed, when its hash is another one", async () => {
    held = { ...held, card: { ...held.card, headline: "Move 6 PCE VLV-080" } };
    await expect(read()).rejects.toThrow("the card does not match");
  });

  it("stays as it was read when the tab is looked at again or is online again, and is read anew for the next opening", async () => {
    const observer = new QueryObserver(client, batchCardQuery(CHOSEN));
    const stop = observer.subscribe(() => {});
    await vi.waitUntil(() => observer.getCurrentResult().isSuccess, PATIENCE);
    // Another query of the page, made later: once it is read again, this one would have been too.
    let others = 0;
    const other = new QueryObserver(client, { queryKey: ["other"], queryFn: () => ++others });
    const stopOther = other.subscribe(() => {});
    await vi.waitUntil(() => others === 1 && client.isFetching() === 0, PATIENCE);
    held = itemWith({ revision: 4 }, { headline: "Move 500 PCE VLV-080" });
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.waitUntil(() => others === 2 && client.isFetching() === 0, PATIENCE);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.waitUntil(() => others === 3 && client.isFetching() === 0, PATIENCE);
    expect(observer.getCurrentResult().data?.headline).toBe("Move 5 PCE VLV-080");
    expect(reads).toBe(1);
    stop();
    stopOther();
    await vi.waitUntil(() => client.getQueryCache().find({ queryKey: batchCardQuery(CHOSEN).queryKey }) === undefined, PATIENCE);
    await expect(read()).rejects.toBeInstanceOf(ChosenChanged);
  });
});
