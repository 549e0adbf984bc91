import { describe, expect, it } from "vitest";
import { readText } from "../src/index.ts";

const read = (language: "en" | "de" | "fr" | "es" | "nl", text: string) => readText(text, language, "2031-03-03T09:00:00Z").actions;

describe("a shipment is declared at customs", () => {
  it.each([
    ["de", "Exportanmeldung für SHP-21 einreichen"],
    ["de", "Bitte melde SHP-5 zur Ausfuhr an"],
    ["de", "Melde SHP-5 beim Zoll an"],
    ["en", "Declare SHP-5 for export"],
    ["en", "Please lodge SHP-5 with customs"],
    ["fr", "Déclare SHP-5 à l'exportation"],
    ["fr", "Déclarez SHP-5 en douane"],
    ["es", "Declara SHP-5 en aduana"],
    ["nl", "Meld SHP-5 aan voor uitvoer"],
    ["nl", "Geef SHP-5 aan bij de douane"],
  ] as const)("%s: %s", (language, text) => expect(read(language, text).kinds).toEqual(["lodge_declaration"]));

  it("declares nothing else", () => expect(read("en", "declare 5 pumps lost").kinds).toEqual([]));
});

describe("a deed that comes to no effect", () => {
  it.each([
    ["en", "release it"],
    ["en", "submit SHP-5"],
    ["en", "cancel HLD-3"],
    ["de", "Gib sie wieder frei"],
    ["fr", "Libère-la"],
    ["es", "Suéltalo"],
    ["nl", "Geef hem weer vrij"],
  ] as const)("%s: %s is an order that was not understood", (language, text) => {
    expect(read(language, text)).toMatchObject({ kinds: [], unmet: "deed_unclear" });
  });

  it.each([
    ["en", "free stock in Hamburg"],
    ["en", "Which declarations are released?"],
    ["en", "Show me what is free"],
    ["en", "status of SHP-5"],
    ["de", "Zeig mir die Freigabe der Anmeldung EXD-5"],
    ["fr", "SHP-5 est-elle libérée ?"],
    ["nl", "Is SHP-5 vrijgegeven?"],
  ] as const)("%s: %s is none", (language, text) => expect(read(language, text).unmet).toBeNull());
});
