import { describe, expect, it } from "vitest";
import { additionOf } from "../../src/intent/addition.ts";
import { bareDeedOf } from "../../src/intent/bare-deed.ts";
import { readIntent } from "../../src/intent/read-intent.ts";
import { after, goalOf, input } from "./an-input.ts";

const NOW = "2031-03-03T08:30:00.000Z";
type Language = "en" | "de" | "fr" | "es" | "nl";

const ORDERS: [Language, string, string, string][] = [
  ["en", "Move 24 QX-77 from Antwerp to Oslo", "and also 10 to Rotterdam", "also move 10 QX-77 from Antwerp to Rotterdam"],
  [
    "de",
    "Verschiebe 24 QX-77 von Antwerpen nach Oslo",
    "und außerdem 10 nach Rotterdam",
    "außerdem verschiebe 10 QX-77 von Antwerpen nach Rotterdam",
  ],
  ["fr", "Déplace 24 QX-77 d'Anvers à Oslo", "et aussi 10 à Rotterdam", "aussi déplace 10 QX-77 d'Anvers à Rotterdam"],
  ["es", "Mueve 24 QX-77 de Amberes a Oslo", "y también 10 a Rotterdam", "además mueve 10 QX-77 de Amberes a Rotterdam"],
  ["nl", "Verplaats 24 QX-77 van Antwerpen naar Oslo", "en ook 10 naar Rotterdam", "ook verplaats 10 QX-77 van Antwerpen naar Rotterdam"],
];

describe("what a turn adds to the last order", () => {
  it.each(ORDERS)("%s: takes deed and goods from it", (language, order, turn, whole) => {
    expect(additionOf(turn, [order], language, NOW)).toBe(whole);
  });

  it("never takes the unit of the other amount", () => {
    const boxes = "Move 2 boxes of QX-77 from Antwerp to Oslo";
    expect(additionOf("and also 10 to Rotterdam", [boxes], "en", NOW)).toBe("also move 10 of QX-77 from Antwerp to Rotterdam");
    expect(additionOf("and 3 cartons to Rotterdam too", [boxes], "en", NOW)).toBe("also move 3 cartons of QX-77 from Antwerp to Rotterdam");
  });

  it("takes the goods that it names itself", () => {
    expect(additionOf("plus 10 gloves", ["Reserve 5 pumps in Antwerp for SO-1"], "en", NOW)).toBe(
      "also reserve 10 gloves in Antwerp for SO-1",
    );
    expect(additionOf("and also 10 GLV-X to Rotterdam", ["Move 24 QX-77 from Antwerp to Oslo"], "en", NOW)).toBe(
      "also move 10 GLV-X from Antwerp to Rotterdam",
    );
  });

  it("builds on what was ordered, whatever was asked since", () => {
    const turns = ["Reserve 5 QX-77 in Antwerp for SO-1", "How many GLV-X are in Oslo?", "and also 10 in Rotterdam"];
    expect(additionOf("another 4 for SO-2", turns, "en", NOW)).toBe("also reserve 4 QX-77 in Rotterdam for SO-2");
  });

  it.each([
    ["en", "no, 10 to Rotterdam"],
    ["en", "10 to Rotterdam instead"],
    ["en", "and also 10 to Rotterdam?"],
    ["en", "and reserve 10 in Rotterdam"],
    ["de", "also 10 nach Rotterdam"],
  ] as const)("%s: %s adds nothing", (language, turn) => {
    expect(additionOf(turn, ["Move 24 QX-77 from Antwerp to Oslo"], language, NOW)).toBeNull();
  });

  it("adds nothing to a question", () =>
    expect(additionOf("and also 10 in Oslo", ["How many QX-77 are in Antwerp?"], "en", NOW)).toBeNull());
});

describe("how an addition stands to the order before it", () => {
  it.each(ORDERS)("%s: both stand while the first one waits", async (_language, order, turn, whole) => {
    const outcome = await after(order, turn);
    expect(outcome).toMatchObject({ relation: "new", intent: { actionKinds: ["transfer_stock"] } });
    expect(goalOf(outcome)).toBe(whole);
  });

  it.each(ORDERS)("%s: orders the same once more after it was done", async (_language, order, turn, whole) => {
    const outcome = await readIntent(
      input(turn, { history: [{ role: "user", text: order }], done: { id: "req_1", text: order, latest: true } }),
    );
    expect(outcome).toMatchObject({ relation: "new", intent: { actionKinds: ["transfer_stock"] } });
    expect(goalOf(outcome)).toBe(whole);
  });

  it("corrects the addition, not the order before it", async () => {
    const [first, second] = ["Move 24 QX-77 from Antwerp to Oslo", "and also 10 to Rotterdam"];
    const outcome = await readIntent(
      input("no, 12", {
        history: [
          { role: "user", text: first },
          { role: "user", text: second },
        ],
        pending: { questions: [], openRequest: { id: "req_2", text: second, intent: null } },
      }),
    );
    expect(outcome).toMatchObject({ relation: "correction" });
    expect(goalOf(outcome)).toBe("Move 12 QX-77 from Antwerp to Rotterdam");
  });
});

describe("what is given back of the last order", () => {
  it.each([
    ["en", "Put a hold on shipment SHP-8", "release it again", "release the hold on SHP-8"],
    ["de", "Bitte SHP-8 sperren", "gib sie wieder frei", "Sperre auf SHP-8 aufheben"],
    ["fr", "Bloquez SHP-8", "libère-la", "lever le blocage de SHP-8"],
    ["es", "Bloquea SHP-8", "suéltalo", "levantar la retención de SHP-8"],
    ["nl", "Blokkeer SHP-8", "geef hem weer vrij", "blokkade op SHP-8 opheffen"],
    ["en", "Put lot C1 in quarantine", "release it", "release lot C1"],
    ["en", "Reserve 5 QX-77 in Antwerp for SO-12", "release it", "release the reservation QX-77 SO-12"],
  ] as const)("%s: %s, %s", (language, order, turn, whole) => expect(bareDeedOf(turn, [order], language, NOW)).toBe(whole));

  it("leaves alone what names its own record, or asks", () => {
    expect(bareDeedOf("release SHP-9", ["Put a hold on shipment SHP-8"], "en", NOW)).toBeNull();
    expect(bareDeedOf("is it released?", ["Put a hold on shipment SHP-8"], "en", NOW)).toBeNull();
  });

  it("says that nothing was done where nothing tells what to give back", async () => {
    expect(await readIntent(input("release it again"))).toMatchObject({ kind: "question", questions: [{ id: "order_unclear" }] });
  });
});
