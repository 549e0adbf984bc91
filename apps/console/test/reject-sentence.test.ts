import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rejectSentence } from "../src/messages/de/reject-sentence.ts";

const EXECUTORS = ["supply", "transit", "export"].map((name) => new URL(`../../../services/${name}/src/execution/`, import.meta.url));

/** What executors write about a rejection, with a name in place of each record. */
function sentencesOf(source: string): string[] {
  const parts = source.matchAll(/onReject: (\[[^\]]*\]|`[^`]*`)|return types\.length === 0 \? (.+);/g);
  return [...parts].flatMap(([part]) =>
    [...part.matchAll(/`[^`]*\.`|"[^"]*\."/g)].map(([text]) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "SHP-1021")),
  );
}

const sentences = EXECUTORS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => sentencesOf(readFileSync(new URL(name, folder), "utf8"))),
);

describe("what happens on a rejection, in German", () => {
  it("has words for every sentence of an executor", () => {
    expect(sentences.length).toBeGreaterThan(18);
    expect(sentences.filter((sentence) => rejectSentence(sentence) === sentence)).toEqual([]);
  });

  it.each([
    ["SHP-1021 goes on as planned.", "SHP-1021 geht weiter wie geplant."],
    ["SHP-1008 stays on hold (customs, dg).", "SHP-1008 bleibt gesperrt (Zoll, Gefahrgut)."],
    ["EXD-7 stays under_control.", "EXD-7 bleibt in Zollkontrolle."],
    ["Nothing moves; the 60 PCE stay available at Hamburg.", "Nichts bewegt sich; 60 PCE bleiben verfügbar in Hamburg."],
    ["Words of a company's own system.", "Words of a company's own system."],
  ])("turns %s into %s", (english, german) => {
    expect(rejectSentence(english)).toBe(german);
  });
});
