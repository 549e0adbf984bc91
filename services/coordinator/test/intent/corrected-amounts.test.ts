import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { goalOf, input } from "./an-input.ts";

describe("an amount said right after an order was carried out", () => {
  it.each<[Language, string, string]>([
    ["en", "Reserve 20 KX-7 in Oslo for SO-1", "15"],
    ["de", "Reserviere 20 KX-7 in Oslo für SO-1", "mach 15 draus"],
    ["fr", "Réservez 20 KX-7 à Lyon pour SO-1", "finalement 15"],
    ["es", "Reserva 20 KX-7 en Vigo para SO-1", "al final 15"],
    ["nl", "Reserveer 20 KX-7 in Oslo voor SO-1", "maak er 15 van"],
  ])("%s: corrects what was carried out right before: %s - %s", async (language, first, turn) => {
    const done = { text: first, latest: true } as never;
    const outcome = await readIntent(input(turn, { language, history: [{ role: "user", text: first }], done }));
    expect(outcome).toMatchObject({ kind: "intent", relation: "correction" });
    expect(goalOf(outcome)).toBe(first.replace("20", "15"));
  });
});
