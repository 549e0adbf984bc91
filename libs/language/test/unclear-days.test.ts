import { findDates, impossibleDates, pastDeadlines, readText, vagueTimes } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";

const MONDAY = "2026-12-07T09:00:00Z";
const past = (text: string, language: Language, anyDay = true) =>
  pastDeadlines(readText(text, language, MONDAY), MONDAY, anyDay).map(({ date }) => date);
const impossible = (text: string, language: Language = "en") => impossibleDates(readText(text, language, MONDAY));

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

  it.each<[Language, string, string]>([
    ["en", "Move the 60 KX-7 received on 3 December from Hamburg to Valencia by 14 Dec", "2026-12-14"],
    ["de", "60 KX-7 vom 01.12. bitte bis 14.12. nach Valencia umlagern", "2026-12-14"],
    ["fr", "Transférez les 60 KX-7 reçus le 3 décembre d'ici le 14 décembre", "2026-12-14"],
    ["es", "Traslada los 60 KX-7 recibidos el 3 de diciembre antes del 14 de diciembre", "2026-12-14"],
    ["nl", "Verplaats de 60 KX-7 van 3 december voor 14 december", "2026-12-14"],
  ])("a day that is only told does not hide the one that is meant: %s: %s", (language, text, day) => {
    expect(past(text, language)).toEqual([]);
    expect(readText(text, language, MONDAY).dates.map(({ date }) => date)).toContain(day);
  });

  it("still counts beside a later day when the words set it as the limit", () => {
    expect(past("Move 5 KX-7 by 3 December, the customer asks again on 14 Dec", "en")).toEqual(["2026-12-03"]);
  });

  it.each<[Language, string, string]>([
    ["en", "by the last Friday in December", "2026-12-25"],
    ["en", "by the last Friday of November", "2027-11-26"],
    ["en", "on the first Monday of January 2027", "2027-01-04"],
    ["en", "by the last day of December", "2026-12-31"],
    ["de", "bis zum letzten Freitag im Dezember", "2026-12-25"],
    ["fr", "avant le dernier vendredi de décembre", "2026-12-25"],
    ["es", "antes del último viernes de diciembre", "2026-12-25"],
    ["nl", "voor de laatste vrijdag van december", "2026-12-25"],
    ["nl", "op de derde maandag van december", "2026-12-21"],
  ])("a weekday of a month is that day: %s: %s", (language, text, day) => {
    expect(past(text, language)).toEqual([]);
    expect(findDates(text, MONDAY, language).map(({ date }) => date)).toEqual([day]);
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
    expect(impossible(text)).toEqual([wrong]);
  });

  it.each<[Language, string]>([
    ["en", "by 12/14"],
    ["en", "3/4 of them"],
    ["en", "50/60 Hz"],
    ["de", "29.02.2028"],
    ["fr", "le 31 octobre"],
    ["en", "KX-7 31.5 kg"],
    ["de", "Bitte im Dezember 60 Stück KX-7 von Hamburg nach Valencia umlagern"],
    ["en", "Move in December 60 PCE of KX-7"],
    ["en", "December 60 KX-7"],
    ["fr", "Transférez en décembre 45 pièces"],
    ["es", "traslada en diciembre 60 piezas"],
    ["nl", "verplaats in december 40 stuks"],
    ["en", "Draft a declaration with HS code 84.81.80 for SHP-1007"],
    ["de", "Zolltarifnummer 30.02.45"],
    ["en", "The unit price is 12.50."],
    ["en", "The unit price is 31.11."],
    ["en", "it weighs 31.2."],
    ["en", "part number 12-34-5678"],
    ["en", "part 12-34-2026"],
    ["en", "the drawing is 12/34/56"],
    ["en", "gateway 10.20.30.40"],
    ["fr", "téléphone 06.32.34.56.78"],
    ["de", "Tel. 040/31/12/99"],
    ["en", "the other 40 may stay"],
    ["de", "bis 14.12. 60 Stück"],
    ["en", "32 KX-7, order 4711-13-45"],
  ])("%s: not: %s", (language, text) => {
    expect(impossible(text, language)).toEqual([]);
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
    ["de", "2026 KW 50", "KW 50"],
    ["fr", "dans la semaine 50", "semaine 50"],
    ["en", "by the last week of December", "last week of December"],
    ["de", "in der letzten Woche im Dezember", "letzten Woche im Dezember"],
    ["fr", "la dernière semaine de décembre", "dernière semaine de décembre"],
    ["es", "la última semana de diciembre", "última semana de diciembre"],
    ["nl", "in de laatste week van december", "laatste week van december"],
  ])("%s: %s", (language, text, vague) => {
    expect(vagueTimes(readText(text, language, MONDAY))).toEqual([vague]);
  });

  it("counts no more once a day stands beside it", () => {
    expect(vagueTimes(readText("by mid-December, 2026-12-16", "en", MONDAY))).toEqual([]);
  });

  it.each<[Language, string]>([
    ["en", "Reserve AC motor 15 kW 3 pieces at Hamburg"],
    ["en", "Gear pump 7.5 kW 3-phase"],
    ["en", "this week 60 pieces KX-7 to Oslo"],
    ["en", "move per week 40 KX-7"],
    ["nl", "volgende week 60 stuks"],
    ["es", "esta semana 60 piezas"],
    ["fr", "cette semaine 12 pièces"],
  ])("is not named by a power or an amount: %s: %s", (language, text) => {
    expect(vagueTimes(readText(text, language, MONDAY))).toEqual([]);
  });
});
