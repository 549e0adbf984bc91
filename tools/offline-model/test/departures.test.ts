import { readText } from "@quartermaster/language";
import { afterAll, describe, expect, it } from "vitest";
import type { Conversation } from "../src/mind/conversation.ts";
import { reschedule } from "../src/skills/reschedule.ts";
import { app, play } from "./play.ts";

afterAll(() => app.close());

const booked = async (words: string, language = "en") => (await play("transit", words, { language })).calls.at(-1);

describe("a booking leaves when the words say", () => {
  it.each([
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo"],
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo by 9 March"],
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo departing 4 March"],
  ])("%s: on the first to arrive: %s", async (language, words) => {
    expect(await booked(words, language)).toMatchObject({ name: "book_shipment", args: { serviceId: "SVC-71" } });
  });

  it.each([
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo from 5 March"],
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo departing 6 March"],
    ["de", "Buche eine Sendung für 4 QX-77 von Antwerpen nach Oslo ab dem 5. März"],
  ])("%s: on a later one: %s", async (language, words) => {
    expect(await booked(words, language)).toMatchObject({ name: "book_shipment", args: { serviceId: "SVC-72" } });
  });

  it.each([
    ["en", "Book a shipment for 4 QX-77 from Antwerp to Oslo next week"],
    ["de", "Buche eine Sendung für 4 QX-77 von Antwerpen nach Oslo ab 10. März"],
    ["nl", "Boek een zending voor 4 QX-77 van Antwerpen naar Oslo volgende week"],
    ["es", "Reserva un transporte de 4 QX-77 de Amberes a Oslo para la semana que viene"],
    ["en", "Book 4 QX-77 from Antwerp to Oslo departing 5 March"],
  ])("%s: on none without asking, where none leaves then: %s", async (language, words) => {
    const asked = await booked(words, language);
    expect(asked?.name).toBe("ask_user");
    const text = JSON.stringify(asked?.args);
    for (const id of ["SVC-71", "SVC-72"]) expect(text).toContain(id);
  });
});

describe("another departure of a shipment", () => {
  const schema = (...names: string[]) => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  });
  const find = { name: "find_shipments", description: "", parameters: schema("shipmentId", "late") };
  const quote = { name: "quote_options", description: "", parameters: schema("fromUnlocode", "toUnlocode", "mode") };
  const change = { name: "reschedule_leg", description: "", parameters: schema("shipmentId", "legSeq", "serviceId") };
  const leg = { seq: 1, mode: "sea", from: "NLRTM", to: "PLGDN", serviceId: "SVC-4", etd: "2031-03-05T15:00:00Z", atd: null };
  const service = (id: string, etd: string) => ({ id, etd, eta: etd, bookable: true, acceptsGoods: true, reasons: [] });

  function decided(words: string, options: object[]) {
    const now = "2031-03-03T09:00:00Z";
    const output = (result: object) => ({ ok: true, result });
    const conversation: Conversation = {
      language: "en",
      now,
      sentence: words,
      reading: readText(words, "en", now),
      context: null,
      facts: {},
      steps: [
        { name: find.name, args: { shipmentId: "SHP-6" }, output: output({ shipments: [{ id: "SHP-6", state: "booked", legs: [leg] }] }) },
        { name: quote.name, args: { fromUnlocode: "NLRTM", toUnlocode: "PLGDN", mode: "sea" }, output: output({ options }) },
      ],
      notes: [],
    };
    return reschedule(conversation, change, [find, quote, change], "SHP-6");
  }

  it("is the one on the day, or within the week, that is named", () => {
    const options = [service("SVC-4", leg.etd), service("SVC-5", "2031-03-11T15:00:00Z"), service("SVC-6", "2031-03-19T15:00:00Z")];
    for (const words of ["Reschedule SHP-6 to next week", "Postpone SHP-6 to 11 March"])
      expect(decided(words, options)).toMatchObject({ kind: "call", args: { serviceId: "SVC-5" } });
    expect(decided("Postpone SHP-6 to 12 March", options)).toMatchObject({ kind: "ask", options: [{ text: "SVC-5" }, { text: "SVC-6" }] });
  });

  it("is not there where only the one booked is, and that is what is said", () => {
    const none = decided("Reschedule SHP-6 to next week", [service("SVC-4", leg.etd)]);
    expect(none).toMatchObject({ kind: "refuse", code: "no_other_departure" });
    expect(JSON.stringify(none)).toContain("SVC-4, 5 Mar 2031, 15:00 UTC");
  });
});
