import { findDates, impossibleDates, pastDeadlines, readText, vagueTimes } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

const MONDAY = "2026-12-07T09:00:00Z";
const past = (text: string, language: Language, anyDay = true) =>
  pastDeadlines(readText(text, language, MONDAY), MONDAY, anyDay).map(({ date }) => date);

describe("a limit that lies behind", () => {
  it.each<[Language, string, string]>([
    ["en", "Move 5 KX-7 to Oslo by yesterday", "2026-12-06"],
    ["en", "Move 5 KX-7 to Oslo before the day before yesterday", "2026-12-05"],
    ["en", "Move 5 KX-7 to Oslo by last Friday", "2026-12-04"],
    ["en", "Move 5 KX-7 to Oslo no later than 3 December", "2026-12-03"],
    ["de", "5 KX-7 bis gestern nach Oslo umlagern", "2026-12-06"],
    ["de", "5 KX-7 bis letzten Freitag nach Oslo", "2026-12-04"],
    ["de", "5 KX-7 bis spätestens 3.12. nach Oslo", "2026-12-03"],
    ["fr", "Transférez 5 KX-7 vers Oslo avant hier", "2026-12-06"],
    ["fr", "Transférez 5 KX-7 vers Oslo pour vendredi dernier", "2026-12-04"],
    ["fr", "Transférez 5 KX-7 vers Oslo d'ici le 3 décembre", "2026-12-03"],
    ["es", "Mueve 5 KX-7 a Oslo antes de ayer mismo, para ayer", "2026-12-06"],
    ["es", "Mueve 5 KX-7 a Oslo para el viernes pasado", "2026-12-04"],
    ["nl", "Verplaats 5 KX-7 naar Oslo voor gisteren", "2026-12-06"],
    ["nl", "Verplaats 5 KX-7 naar Oslo tegen afgelopen vrijdag", "2026-12-04"],
  ])("%s: %s", (language, text, day) => {
    expect(past(text, language)).toContain(day);
  });

  it.each<[Language, string]>([
    ["en", "Release RSV-1, it expired yesterday"],
    ["en", "12 KX-7 got crushed on 3 December, write them off"],
    ["de", "RSV-1 freigeben, gestern abgelaufen"],
    ["de", "5 KX-7 sind hier bis Freitag zu zählen"],
    ["nl", "5 KX-7 staan hier, reserveer ze tot vrijdag"],
    ["fr", "RSV-1 a expiré hier, libérez-la"],
  ])("is no day that is only told: %s: %s", (language, text) => {
    expect(past(text, language, false)).toEqual([]);
  });

  it("is never taken for the next such day", () => {
    expect(findDates("as ordered last Friday, by Thursday", MONDAY, "en").map(({ date }) => date)).toEqual(["2026-12-10"]);
    expect(findDates("depuis vendredi dernier", MONDAY, "fr")).toEqual([]);
  });
});

describe("a day that no calendar has", () => {
  it.each([
    ["by 31 Feb, not by 14 Dec or 29 Feb", "31 Feb"],
    ["before Feb 30", "Feb 30"],
    ["bis 31.11.", "31.11."],
    ["bis 45.12.2026", "45.12.2026"],
    ["avant le 31 novembre", "31 novembre"],
    ["antes del 31/11", "31/11"],
    ["voor 30 februari", "30 februari"],
    ["2026-13-01", "2026-13-01"],
  ])("%s", (text, wrong) => {
    expect(impossibleDates(text)).toEqual([wrong]);
  });

  it.each(["by 12/14", "3/4 of them", "50/60 Hz", "29.02.2028", "le 31 octobre", "KX-7 31.5 kg"])("not: %s", (text) => {
    expect(impossibleDates(text)).toEqual([]);
  });
});

describe("a time that is no day", () => {
  it.each<[Language, string, string]>([
    ["en", "by mid-December", "mid-December"],
    ["en", "early next week", "early next week"],
    ["de", "bis Mitte Dezember", "Mitte Dezember"],
    ["de", "in KW 50", "KW 50"],
    ["fr", "pour la mi-décembre", "mi-décembre"],
    ["fr", "début janvier", "début janvier"],
    ["es", "a mediados de diciembre", "a mediados de diciembre"],
    ["nl", "eind december", "eind december"],
    ["nl", "in week 50", "week 50"],
  ])("%s: %s", (language, text, vague) => {
    expect(vagueTimes(readText(text, language, MONDAY))).toEqual([vague]);
  });

  it("counts no more once a day stands beside it", () => {
    expect(vagueTimes(readText("by mid-December, 2026-12-16", "en", MONDAY))).toEqual([]);
  });
});
