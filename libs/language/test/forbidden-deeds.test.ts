import type { Language } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";
import { readText } from "../src/index.ts";

const kinds = (text: string, language: Language = "en") => readText(text, language, "2026-12-07T09:00:00.000Z").actions.kinds;

it.each<[Language, string]>([
  ["en", "Under no circumstances put a hold on SHP-1004"],
  ["en", "Should I put a quality hold on SHP-1004?"],
  ["en", "I am not asking you to reserve 10 MOT-15 in Hamburg for SO-7001"],
  ["en", "Avoid reserving 10 MOT-15 in Hamburg for SO-7001"],
  ["en", "Instead of reserving 10 MOT-15 in Hamburg tell me how many there are"],
  ["en", "Anna asked you to reserve 10 MOT-15 in Hamburg yesterday, did that happen?"],
  ["en", "Release RSV-3020? No, leave it."],
  ["en", "Explain what 'release RSV-3020' would do"],
  ["en", 'Customer wrote "cancel SHP-1006". Status of SHP-1006?'],
  ["en", "Under no circumstances lodge EXD-5021"],
  ["en", "Do not ship or reserve 10 MOT-15 in Hamburg for SO-7001"],
  ["en", "Under no circumstances release or cancel SHP-1006"],
  ["en", "Do not ship, reserve or book 10 MOT-15 in Hamburg"],
  ["en", "Should I hold SHP-1004, or release it?"],
  ["en", "Never cancel SHP-1006 and never put it on hold"],
  ["de", "Storniere SHP-1006 nicht und halte SHP-1006 nicht an"],
  ["de", "Reserviere auf keinen Fall 10 MOT-15 in Hamburg"],
  ["de", "Storniere SHP-1006 auf keinen Fall"],
  ["fr", "En aucun cas réserver 10 MOT-15 à Hambourg"],
  ["es", "En ningún caso reserves 10 MOT-15 en Hamburgo"],
  ["nl", "Reserveer in geen geval 10 MOT-15 in Hamburg"],
])("orders nothing in %s: %s", (language, text) => {
  expect(kinds(text, language)).toEqual([]);
});

it.each<[Language, string, string]>([
  ["en", "Could you reserve 10 MOT-15 in Hamburg for SO-7001?", "reserve_stock"],
  ["en", "Please put a quality hold on SHP-1004", "place_hold"],
  ["en", "Do not cancel SHP-1006, put it on hold", "place_hold"],
  ["en", "Do not cancel SHP-1006 but put it on hold", "place_hold"],
  ["de", "Storniere SHP-1006 nicht, sondern halte SHP-1006 an", "place_hold"],
  ["en", "SHP-1008 takes 3 IBC instead of 2, please update the lines of SHP-1008", "change_lines"],
  ["de", "Kannst du 10 MOT-15 in Hamburg für SO-7001 reservieren?", "reserve_stock"],
  ["fr", "Pouvez-vous réserver 10 MOT-15 à Hambourg pour SO-7001 ?", "reserve_stock"],
  ["es", "¿Puedes reservar 10 MOT-15 en Hamburgo para SO-7001?", "reserve_stock"],
  ["nl", "Kun je 10 MOT-15 in Hamburg reserveren voor SO-7001?", "reserve_stock"],
])("still takes what is asked for politely in %s: %s", (language, text, kind) => {
  expect(kinds(text, language)).toContain(kind);
});
