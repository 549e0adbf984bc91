import type { Language, Question, ToolDescription } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { after, goalOf, input, intentOf, TOOLS } from "./an-input.ts";

const tools = [...TOOLS, { name: "cancel_shipment", effect: "propose" } as ToolDescription];
const option = (label: string) => ({ label, text: label });
const AGAIN: Question = {
  id: "possible_duplicate",
  text: "Do it again?",
  options: [option("Yes, do it again"), option("No, leave it")],
};
const SHORT: Question = {
  id: "insufficient_available",
  text: "Only 20 PCE are available. How should it go on?",
  options: [option("Take 20 PCE now"), option("No, leave it")],
};
const MOVE = "Move 60 KX-7 from Oslo to Bergen";

const questionsOf = async (text: string, language: Language): Promise<Question[]> => {
  const outcome = await readIntent(input(text, { tools, language }));
  return outcome.kind === "question" ? outcome.questions : [];
};
const answered = (first: string, second: string, questions: Question[], language: Language) =>
  readIntent(
    input(second, {
      tools,
      language,
      history: [{ role: "user", text: first }],
      pending: { questions, openRequest: { id: "req_1", text: first, intent: null } },
    }),
  );

const afterDone = (first: string, second: string) =>
  readIntent(input(second, { tools, history: [{ role: "user", text: first }], done: { id: "req_1", text: first, latest: true } }));

describe("a turn after a finished request", () => {
  it.each<[string, string, string]>([
    ["Book 5 KX-7 from Hamburg to Lyon for SO-1", "stop the shipment to Lyon", "place_hold"],
    ["Book 5 KX-7 from Hamburg to Lyon for SO-1", "wait, hold the shipment to Lyon", "place_hold"],
    [MOVE, "no problem, now reserve them in Bergen for SO-1", "reserve_stock"],
    ["Reserve 5 KX-7 in Oslo for SO-1", "actually also reserve 3 in Bergen for SO-2", "reserve_stock"],
    ["Reserve 5 KX-7 in Oslo for SO-1", "ok wait, now book the transport to Lyon by 12 March", "book_shipment"],
    [MOVE, "move another 20 instead of waiting", "transfer_stock"],
    ["60 KX-7 von Hamburg nach Valencia umlagern", "halte die Sendung nach Valencia an", "place_hold"],
    ["60 KX-7 von Hamburg nach Valencia umlagern", "doch, bitte jetzt auch die Anmeldung für Valencia vorbereiten", "draft_declaration"],
    ["Transférez 60 KX-7 de Hambourg à Valence", "attendez, bloquez l'expédition vers Valence", "place_hold"],
    ["Traslada 60 KX-7 de Hamburgo a Valencia", "espera, bloquea el envío a Valencia", "place_hold"],
    ["Verplaats 60 KX-7 van Hamburg naar Valencia", "wacht, houd de zending naar Valencia tegen", "place_hold"],
  ])("with an order of its own is one: %s / %s", async (first, second, kind) => {
    expect(await afterDone(first, second)).toMatchObject({ relation: "follow_up", intent: { actionKinds: [kind] } });
  });

  it("is a correction as well when a bare yes ended the request, and when German only draws a conclusion", async () => {
    const history = [MOVE, "yes"].map((text) => ({ role: "user" as const, text }));
    const more = { tools, history, done: { id: "req_1", text: "yes", latest: true } };
    const kinds = ["transfer_stock"];
    expect(await readIntent(input("no, move 20", more))).toMatchObject({ relation: "correction", intent: { actionKinds: kinds } });
    const german = await afterDone("60 KX-7 von Hamburg nach Valencia umlagern", "nein, also nur 20 umlagern");
    expect(german).toMatchObject({ relation: "correction", intent: { actionKinds: kinds } });
  });

  it.each(["no, only 20", "sorry, I meant to Hamburg", "actually move 20 to Hamburg"])(
    "that changes it is the order in its place: %s",
    async (second) => {
      expect(await afterDone(MOVE, second)).toMatchObject({ relation: "correction", intent: { actionKinds: ["transfer_stock"] } });
    },
  );
});

describe("an exception to an order", () => {
  it.each<[Language, string, string, string]>([
    ["en", "Cancel SHP-9 unless it is loaded", "Yes, it is loaded", "No, it is not loaded"],
    ["en", "Cancel SHP-9 except if it is loaded", "Yes, it is loaded", "No, it is not loaded"],
    ["de", "Storniere SHP-9, es sei denn sie ist verladen", "Ja, sie ist verladen", "Nein, sie ist nicht verladen"],
    ["de", "Storniere SHP-9, außer wenn sie verladen ist", "Ja, sie ist verladen", "Nein, sie ist nicht verladen"],
    ["fr", "Annulez SHP-9 sauf si elle est chargée", "Oui, elle est chargée", "Non, elle n'est pas chargée"],
    ["es", "Cancela SHP-9 a menos que esté cargado", "Sí, está cargado", "No, todavía no está cargado"],
    ["nl", "Annuleer SHP-9 tenzij hij geladen is", "Ja, hij is geladen", "Nee, hij is niet geladen"],
  ])("%s: is asked as such, and only a plain answer carries it out: %s", async (language, text, itIs, itIsNot) => {
    const questions = await questionsOf(text, language);
    expect(questions).toMatchObject([{ id: "exception_open", options: [{}, {}] }]);
    // "Yes, it is loaded" may mean either, "no …" leaves it: neither ends in silence or in anything else.
    expect(await answered(text, itIs, questions, language)).toMatchObject({ kind: "question", questions: [{ id: "exception_open" }] });
    expect(await answered(text, itIsNot, questions, language)).toMatchObject({ kind: "intent", intent: { actionKinds: [], agents: [] } });
    const [doIt, leaveIt] = questions[0]?.options ?? [];
    expect(doIt?.text).toMatch(/\bSHP-9,?$/);
    const yes = { en: "yes please", de: "ja bitte", fr: "oui", es: "sí", nl: "ja graag" }[language];
    for (const words of [doIt?.label ?? "", yes])
      expect(intentOf(await answered(text, words, questions, language)).actionKinds).toEqual(["cancel_shipment"]);
    expect(intentOf(await answered(text, leaveIt?.label ?? "", questions, language)).actionKinds).toEqual([]);
  });

  it.each<[Language, string, string]>([
    ["en", "Cancel SHP-9 unless it is loaded", "yes, cancel it"],
    ["en", "Cancel SHP-9 unless it is loaded", "yes, go ahead and cancel it"],
    ["en", "Cancel SHP-9 unless it is loaded", "it is not loaded, cancel it"],
    ["de", "Storniere SHP-9, es sei denn sie ist verladen", "ja, storniere es"],
    ["fr", "Annulez SHP-9 sauf si elle est chargée", "oui, annulez-la"],
    ["es", "Cancela SHP-9 a menos que esté cargado", "sí, cancélalo"],
    ["nl", "Annuleer SHP-9 tenzij hij geladen is", "ja, annuleer het"],
  ])("%s: %s: a yes with the deed is no refusal, and is asked about again: %s", async (language, text, words) => {
    const outcome = await answered(text, words, await questionsOf(text, language), language);
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "exception_open" }] });
  });

  it("a fact behind a yes asks again", async () => {
    const text = "Cancel SHP-9 unless it is loaded";
    const outcome = await answered(text, "Yes, it is loaded", await questionsOf(text, "en"), "en");
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "exception_open" }] });
  });

  it("a hold until something happens holds now", async () => {
    const outcome = await readIntent(input("Hold SHP-9 until the licence arrives", { tools }));
    expect(intentOf(outcome).actionKinds).toEqual(["place_hold"]);
  });
});

describe("an answer", () => {
  it.each(["ok, leave it", "ok, forget it", "yes, leave it as it is", "ja, laat maar", "sí, déjalo", "oui, laissez tomber", "ja, lass es"])(
    "that begins with a yes and takes back does nothing: %s",
    async (words) => {
      const condition = await questionsOf("Cancel SHP-9 if the customer withdrew", "en");
      for (const outcome of [
        await after(MOVE, words, [AGAIN]),
        await answered("Cancel SHP-9 if the customer withdrew", words, condition, "en"),
      ])
        expect(outcome).toMatchObject({ kind: "intent", intent: { actionKinds: [], agents: [] } });
    },
  );

  it("that agrees to a cancellation in its own words is a yes", async () => {
    const text = "Cancel SHP-9 if the customer withdrew";
    const outcome = await answered(text, "yes, cancel it", await questionsOf(text, "en"), "en");
    expect(intentOf(outcome).actionKinds).toEqual(["cancel_shipment"]);
  });

  it.each([[[AGAIN, SHORT]], [[SHORT, AGAIN]]])("that picks an option acknowledges no other question", async (questions) => {
    const outcome = await after(MOVE, "Take 20 PCE now", questions);
    expect(outcome).toMatchObject({ relation: "answer", acknowledges: [], again: false });
    expect(goalOf(outcome)).toBe("Move 20 PCE KX-7 from Oslo to Bergen");
    const again = await after(MOVE, "Yes, do it again", questions);
    expect(again).toMatchObject({ acknowledges: ["possible_duplicate"], again: true });
  });

  it.each<[Language, string]>([
    ["en", "not again please"],
    ["en", "please not again"],
    ["en", "do not move it again"],
    ["en", "once more is wrong, do not"],
    ["en", "ok, but we already moved 20 yesterday so not again"],
    ["de", "nicht nochmal bitte"],
    ["de", "bitte nicht noch einmal"],
    ["fr", "pas encore une fois s'il vous plaît"],
    ["es", "por favor, otra vez no"],
    ["nl", "niet nog een keer graag"],
  ])("%s: that denies a second time orders nothing: %s", async (language, words) => {
    const outcome = await answered(MOVE, words, [AGAIN], language);
    expect(outcome).toMatchObject({ kind: "intent", intent: { actionKinds: [], agents: [] }, acknowledges: [], again: false });
  });

  it.each<[Language, string]>([
    ["en", "do it again"],
    ["en", "no problem, do it again"],
    ["de", "ja, nochmal bitte"],
    ["fr", "oui, encore une fois"],
    ["es", "sí, otra vez"],
    ["nl", "ja, nog een keer"],
  ])("%s: that wants it again orders it again: %s", async (language, words) => {
    const outcome = await answered(MOVE, words, [AGAIN], language);
    expect(outcome).toMatchObject({ acknowledges: ["possible_duplicate"], again: true, intent: { actionKinds: ["transfer_stock"] } });
    expect(goalOf(outcome)).toBe(MOVE);
  });

  it.each(["yes, the 20 were for Hamburg", "ok I see, the first one was on 1 March", "yes, it is not a duplicate", "yes, and hold SHP-2"])(
    "that leaves open whether it agrees to a second time acknowledges nothing and changes nothing: %s",
    async (words) => {
      const outcome = await answered(MOVE, words, [AGAIN], "en");
      expect(outcome).toMatchObject({ relation: "answer", acknowledges: [], again: false });
      expect(goalOf(outcome)).toBe(MOVE);
    },
  );

  it("that agrees to less keeps the places of the order", async () => {
    const outcome = await answered(MOVE, "yes, move only 20 KX-7", [AGAIN], "en");
    expect(outcome).toMatchObject({ acknowledges: ["possible_duplicate"], again: true });
    expect(goalOf(outcome)).toBe("Move 20 KX-7 from Oslo to Bergen");
  });

  it.each<[Language, string, string, string]>([
    ["en", `${MOVE} if the customer pays`, "yes, he paid 20 today", MOVE],
    ["en", `${MOVE} if the customer pays`, "yes, he paid on Friday", MOVE],
    ["en", `${MOVE} if the truck is there`, "yes, it is in Hamburg", MOVE],
    [
      "de",
      "Verlege 60 KX-7 von Oslo nach Bergen, falls der Kunde zahlt",
      "ja, er hat heute 20 bezahlt",
      "Verlege 60 KX-7 von Oslo nach Bergen,",
    ],
    ["fr", "Transférez 60 KX-7 d'Oslo à Bergen si le client paie", "oui, il a payé 20 vendredi", "Transférez 60 KX-7 d'Oslo à Bergen"],
    ["es", "Traslada 60 KX-7 de Oslo a Bergen si el cliente paga", "sí, pagó 20 hoy", "Traslada 60 KX-7 de Oslo a Bergen"],
    [
      "nl",
      "Verplaats 60 KX-7 van Oslo naar Bergen als de klant betaalt",
      "ja, hij heeft 20 betaald",
      "Verplaats 60 KX-7 van Oslo naar Bergen",
    ],
  ])("%s: %s: facts behind a yes change nothing: %s", async (language, text, words, goal) => {
    const outcome = await answered(text, words, await questionsOf(text, language), language);
    expect(intentOf(outcome)).toMatchObject({ actionKinds: ["transfer_stock"], limits: { quantities: [{ quantity: "60" }], dates: [] } });
    expect(goalOf(outcome)).toBe(goal);
  });

  it.each<[Language, string, string]>([
    ["de", "Verlege 60 KX-7 von Oslo nach Bergen, falls der Kunde zahlt", "ja, aber nur 20"],
    ["fr", "Transférez 60 KX-7 d'Oslo à Bergen si le client paie", "oui, mais seulement 20"],
    ["es", "Traslada 60 KX-7 de Oslo a Bergen si el cliente paga", "sí, pero solo 20"],
    ["nl", "Verplaats 60 KX-7 van Oslo naar Bergen als de klant betaalt", "ja, maar alleen 20"],
  ])("%s: %s: what is set against the order changes it: %s", async (language, text, words) => {
    const outcome = await answered(text, words, await questionsOf(text, language), language);
    expect(intentOf(outcome).limits.quantities).toMatchObject([{ quantity: "20" }]);
  });

  it.each(["cancel it", "he did, cancel it", "yes, SHP-10 too", "yes, cancel SHP-10", "yes, but he has not told us"])(
    "that is no plain answer to a condition is asked again: %s",
    async (words) => {
      const text = "Cancel SHP-9 if the customer withdrew";
      const outcome = await answered(text, words, await questionsOf(text, "en"), "en");
      expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "condition_open" }] });
    },
  );

  it.each<[Language, string, string]>([
    ["en", "Release RSV-9 if the customer withdrew", "ok, drop it"],
    ["en", "Cancel SHP-9 if the customer withdrew", "ok, drop it"],
    ["en", "Cancel SHP-9 if the customer withdrew", "ok, scrap that"],
    ["nl", "Geef RSV-9 vrij als de klant betaalt", "ok, laat maar"],
  ])("%s: %s: that drops the matter does nothing: %s", async (language, text, words) => {
    const outcome = await answered(text, words, await questionsOf(text, language), language);
    expect(outcome).toMatchObject({ kind: "intent", intent: { actionKinds: [], agents: [] } });
  });

  it("that says yes twice carries out both orders, each on its own record", async () => {
    const text = "If SHP-1 is late, cancel it and if SHP-2 is late, cancel SHP-2";
    const first = await questionsOf(text, "en");
    expect(first[0]?.options[0]?.text).toBe("SHP-1, cancel it and if SHP-2 is late, cancel SHP-2");
    const both = "Cancel SHP-1 if the customer withdrew and hold SHP-2";
    const outcome = await answered(both, "yes", await questionsOf(both, "en"), "en");
    expect(intentOf(outcome).actionKinds).toEqual(["cancel_shipment", "place_hold"]);
  });

  it("that agrees with another amount keeps the amount", async () => {
    for (const words of ["yes, but only 20", "yes, do it again please but this time with only 20"])
      expect(intentOf(await after(MOVE, words, [AGAIN])).limits.quantities).toMatchObject([{ quantity: "20" }]);
    const text = `${MOVE} if the customer pays`;
    const conditional = await answered(text, "yes, but only 20", await questionsOf(text, "en"), "en");
    expect(intentOf(conditional).limits.quantities).toMatchObject([{ quantity: "20" }]);
  });
});

describe("another amount in the answer to a duplicate", () => {
  it.each<[Language, string, string, string, string]>([
    ["en", "Move 60 KX-7 from Hamburg to Valencia", "No, only 30", "Yes, do it again", "No, leave it"],
    ["de", "60 KX-7 von Hamburg nach Valencia umlagern", "Nein, nur 30", "Ja, noch einmal", "Nein, so lassen"],
    ["fr", "Transférez 60 KX-7 de Hambourg à Lyon", "Non, seulement 30", "Oui, encore une fois", "Non, laisser ainsi"],
    ["es", "Traslada 60 KX-7 de Hamburgo a Valencia", "No, solo 30", "Sí, otra vez", "No, dejarlo"],
    ["nl", "Verplaats 60 KX-7 van Gent naar Antwerpen", "Nee, maar 30", "Ja, nog een keer", "Nee, zo laten"],
  ])("%s: is the order with that amount: %s / %s", async (language, first, answer, yes, no) => {
    const options = [yes, no].map((label) => ({ label, text: label }));
    const said = await answered(first, answer, [{ id: "possible_duplicate", text: "?", options }], language);
    expect(said).toMatchObject({ relation: "answer", acknowledges: [], intent: { actionKinds: ["transfer_stock"] } });
    expect(said.kind === "intent" && said.intent.limits.quantities.map(({ quantity }) => quantity)).toEqual(["30"]);
    const left = await answered(first, no, [{ id: "possible_duplicate", text: "?", options }], language);
    expect(left).toMatchObject({ intent: { actionKinds: [] } });
  });

  it.each(["No, 20 came yesterday", "No, we moved 20", "No, 40 left", "No, 20 are missing"])(
    "is a fact when it tells what happened: %s",
    async (answer) => {
      const options = ["Yes, do it again", "No, leave it"].map((label) => ({ label, text: label }));
      const said = await answered(MOVE, answer, [{ id: "possible_duplicate", text: "?", options }], "en");
      expect(said).toMatchObject({ intent: { actionKinds: [] } });
    },
  );
});

describe("a choice of what words fit", () => {
  const choice = (label: string, text: string) => ({ label, text });
  const RECORDS: Question[] = [
    { id: "left_open.record", text: "Which number?", options: [choice("SHP-9", "SHP-9"), choice("SHP-10", "SHP-10")] },
  ];
  const ITEMS: Question[] = [
    {
      id: "left_open.item",
      text: "Which one?",
      options: [choice("VLV-050 Ball valve DN50", "VLV-050"), choice("VLV-080 Butterfly valve DN80", "VLV-080")],
    },
  ];

  it.each<[Language, string]>([
    ["en", "Put the Valencia shipment on hold, quality"],
    ["de", "Halte die Sendung nach Valencia an, Qualität"],
    ["fr", "Bloquez l'expédition vers Valence, qualité"],
    ["es", "Bloquea el envío a Valencia, calidad"],
    ["nl", "Houd de zending naar Valencia tegen, kwaliteit"],
  ])("is taken by the key alone, and completes the order (%s): %s", async (language, order) => {
    for (const answer of ["SHP-10", "SHP-10.", "2"]) {
      const outcome = await answered(order, answer, RECORDS, language);
      expect(outcome).toMatchObject({ relation: "answer", intent: { actionKinds: ["place_hold"] } });
      expect(intentOf(outcome).entities).toContainEqual(expect.objectContaining({ kind: "shipment", id: "SHP-10" }));
    }
  });

  it("is taken by its label, and says which goods the amount is of", async () => {
    for (const answer of ["VLV-080 Butterfly valve DN80", "VLV-080", "2"]) {
      const outcome = await answered("Reserve 10 valves in Oslo for SO-1", answer, ITEMS, "en");
      expect(outcome).toMatchObject({ relation: "answer", intent: { actionKinds: ["reserve_stock"] } });
      expect(intentOf(outcome).entities).toContainEqual(expect.objectContaining({ kind: "sku", id: "VLV-080" }));
      expect(intentOf(outcome).limits.quantities).toMatchObject([{ quantity: "10" }]);
    }
  });

  it("is none where another question is asked about one of them", async () => {
    const outcome = await answered("Put the Valencia shipment on hold, quality", "Where is SHP-10?", RECORDS, "en");
    expect(outcome).toMatchObject({ relation: "new", intent: { actionKinds: [] } });
  });
});
