import { afterAll, describe, expect, it } from "vitest";
import { app, play } from "./play.ts";

afterAll(() => app.close());

const argsOf = async (agent: "supply" | "transit" | "export", words: string, tool: string, language: string) => {
  const played = await play(agent, words, { language });
  const args = played.calls.find((call) => call.name === tool)?.args ?? {};
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
};

describe("a state that a question names reaches the look-up", () => {
  it.each([
    ["en", "Which export declarations are still drafts?", "draft"],
    ["de", "Welche Ausfuhranmeldungen sind noch im Entwurf?", "draft"],
    ["fr", "Quelles déclarations ont été refusées ?", "rejected"],
    ["es", "¿Qué declaraciones están rechazadas?", "rejected"],
    ["nl", "Welke aangiften zijn nog concept?", "draft"],
    ["en", "Show me the declarations that were rejected", "rejected"],
  ])("%s: %s", async (language, words, state) => {
    expect(await argsOf("export", words, "find_declarations", language)).toEqual({ state });
  });

  it.each([
    ["en", "Which shipments are already loaded?", "loaded"],
    ["de", "Welche Sendungen sind schon angekommen?", "arrived"],
    ["fr", "Quelles expéditions sont en route ?", "departed"],
    ["es", "¿Qué envíos están cargados?", "loaded"],
    ["nl", "Welke zendingen zijn al vertrokken?", "departed"],
  ])("%s: %s", async (language, words, state) => {
    expect(await argsOf("transit", words, "find_shipments", language)).toEqual({ state });
  });

  it.each([
    ["en", "Which shipments are delayed?"],
    ["de", "Welche Sendungen haben Verspätung?"],
    ["fr", "Quels envois ont du retard ?"],
    ["es", "¿Qué envíos van con retraso?"],
    ["nl", "Welke zendingen hebben vertraging?"],
  ])("%s: %s", async (language, words) => {
    expect(await argsOf("transit", words, "find_shipments", language)).toEqual({ late: true });
  });

  it("never hides the one record that is asked about", async () => {
    expect(await argsOf("export", "Was EXD-55 rejected?", "find_declarations", "en")).toEqual({ declarationId: "EXD-55" });
    expect(await argsOf("transit", "Is SHP-8 loaded?", "find_shipments", "en")).toEqual({ shipmentId: "SHP-8" });
  });

  it("asks for goods by what is wrong with them, and for named goods whatever it is", async () => {
    expect(await argsOf("supply", "What is in quarantine in Antwerp?", "find_stock", "en")).toMatchObject({ status: "quarantine" });
    expect(await argsOf("supply", "Which QX-77 are damaged?", "find_stock", "en")).toEqual({ sku: "QX-77" });
  });
});
