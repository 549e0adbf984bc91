import { expect, it } from "vitest";
import { readIntent } from "../../src/intent/read-intent.ts";
import { input, intentOf } from "./an-input.ts";

const MONDAY = "2026-12-07T09:00:00.000Z";

/** Orders with sizes, codes, prices, telephones and days that are only told; behind each the amounts and days that are meant. */
const ORDERS: [text: string, quantities: string, dates: string][] = [
  ["Move 60 Ball valve DN50 stainless VLV-050 from Hamburg to Valencia by 14 Dec", "60", "2026-12-14"],
  ["Reserve 3 Pressure transmitter 0-16 bar SNS-PRS at Hamburg for SO-4711", "3", ""],
  ["Reserve AC motor 15 kW 3 pieces at Hamburg for SO-4711", "3", ""],
  ["Reserve 2 AC motors 15 kW, 400 V, 50 Hz, IP55 at Hamburg for SO-4711", "2", ""],
  ["Move 12 deep-groove ball bearings 6205 from Gdansk to Lyon by 18 December 2026", "12", "2026-12-18"],
  ["Move 1,500 m power cable 3x2.5 mm2 from Gdansk to Hamburg by Dec 14, 2026", "1500", "2026-12-14"],
  ["Move 20 drums acetone UN 1090 stored at -18 C from Rotterdam to Lyon by Friday", "20", "2026-12-11"],
  ["Move 60 VLV-050 from Hamburg to Valencia by 14 Dec, phone +49 (0)40 3112 99 for questions", "60", "2026-12-14"],
  ["Draft a declaration with HS code 84.81.80 for SHP-1007", "", ""],
  ["Draft a declaration for SHP-1007, HS 8481.80.10, value 12,500.00 EUR", "", ""],
  ["Draft a declaration for SHP-1007, tariff code 12.01.90, unit price is 12.10.", "", ""],
  ["Reserve 60 VLV-050 at Hamburg for SO-4711, unit price is 12.50.", "60", ""],
  ["Reserve 60 VLV-050 (part number 12-34-5678) at Hamburg for SO-4711", "60", ""],
  ["Reserve 60 VLV-050, drawing 12/34/56 rev 3, at Hamburg for SO-4711", "60", ""],
  ["Move 10 stainless welded tube 48.3 mm x 2.6 mm from Hamburg to Lyon", "10", ""],
  ["Move 20 ball valves 3/4 inch VLV-050 from Hamburg to Lyon by 14/12", "20", "2026-12-14"],
  ["Move 20 hydraulic 5/2-way valves VLV-050 from Hamburg to Lyon by 14/12/2026", "20", "2026-12-14"],
  ["Move 60 VLV-050 from Hamburg to Valencia by the last Friday in December", "60", "2026-12-25"],
  ["Move 60 VLV-050 from Hamburg to Valencia, order from 30.11.", "60", "2026-11-30"],
  ["Move 60 VLV-050 from Hamburg to Valencia between 14 and 18 December", "60", "2026-12-14 2026-12-18"],
  ["Move 60 VLV-050 from Hamburg to Valencia, 14-18 December", "60", "2026-12-14 2026-12-18"],
  ["Move 4 hand sanitiser 500 ml DIS-HND from Lyon to Valencia, call 0800 000 1234 on arrival", "4", ""],
  ["The other 40 may stay; move 20 VLV-050 from Hamburg to Valencia", "40 20", ""],
  ["Reserve 30 PLC-S7 firmware 4.12.10 at Hamburg for SO-4711", "30", ""],
  ["Reserve 30 PLC-S7 with IP 10.20.30.40 at Hamburg for SO-4711", "30", ""],
  ["Place a hold on SHP-1007, the seal number 12-11-2019 does not match", "", ""],
  ["Move 2 Frequency drive 22 kW 3-phase 400/690 V from Hamburg to Lyon on 15-12-2026", "2", "2026-12-15"],
  ["Move 6 RGT-KIT from Lyon to Valencia, keep between -20 and 0 degrees", "6", ""],
  ["Reserve 10 SLV-ACE at Rotterdam for SO-4711, CAS 67-64-1, flash point -17 °C", "10", ""],
  ["Move 60 VLV-050 from Hamburg to Valencia on Dec 14 can you do it?", "60", "2026-12-14"],
  ["Reserve 3 SNS-PRS at Hamburg for SO-4711, rated for at least 16 bar and max. 80 °C", "3", ""],
  ["Bitte im Dezember 60 Stück VLV-050 von Hamburg nach Valencia umlagern", "60", ""],
  ["Bis 14.12. 60 Stück VLV-050 von Hamburg nach Valencia umlagern", "60", "2026-12-14"],
  ["Reserviere 3 Elektromotoren 7,5 kW 3-phasig in Hamburg für SO-4711", "3", ""],
  ["Lagere 20 Kugelhähne DN50 PN16 1/2 Zoll VLV-050 von Hamburg nach Lyon um, Tel. 040 / 31 12 99", "20", ""],
  ["Lagere 1.500 m Kabel CBL-3X2 3x2,5 mm² von Danzig nach Hamburg um, Preis 12,50 EUR", "1500", ""],
  ["Ausfuhranmeldung für SHP-1007 vorbereiten, Warennummer 84818099, Wert 12.500,00 EUR", "", ""],
  ["Ausfuhranmeldung für SHP-1007 vorbereiten, Zolltarifnummer 30.02.15", "", ""],
  ["Lagere 200 Liter Isopropanol bei -5 Grad von Rotterdam nach Lyon um", "200", ""],
  ["Lagere 60 VLV-050 vom 14. bis 18. Dezember von Hamburg nach Valencia um", "60", "2026-12-14 2026-12-18"],
  ["Lagere 60 VLV-050 von Hamburg nach Valencia um, Termin 14.12.26 um 8 Uhr", "60", "2026-12-14"],
  ["Reserviere 4 Batterien 48 V / 100 Ah in Hamburg für SO-4711", "4", ""],
  ["Transférez en décembre 60 pièces VLV-050 de Hambourg à Valence", "60", ""],
  ["Transférez 60 VLV-050 de Hambourg à Valence avant le 14 décembre, tél. 06 12 34 56 78", "60", "2026-12-14"],
  ["Transférez 60 VLV-050 de Hambourg à Valence avant le 14/12, tél. 06.12.34.56.78", "60", "2026-12-14"],
  ["Réservez 3 moteurs 15 kW triphasés à Hambourg pour SO-4711", "3", ""],
  ["Réservez 4 capteurs de pression 0-16 bar SNS-PRS à Hambourg pour SO-4711", "4", ""],
  ["Préparez une déclaration pour SHP-1007, code SH 84.81.80, prix unitaire 12,50 €", "", ""],
  ["Transférez 20 vannes 3/4 pouce VLV-050 de Hambourg à Lyon la semaine prochaine", "20", "2026-12-18"],
  ["Transférez 60 VLV-050 de Hambourg à Valence du 14 au 18 décembre", "60", "2026-12-14 2026-12-18"],
  ["Traslada en diciembre 60 piezas VLV-050 de Hamburgo a Valencia", "60", ""],
  ["Traslada 60 VLV-050 de Hamburgo a Valencia antes del 14 de diciembre, teléfono +34 96 312 34 56", "60", "2026-12-14"],
  ["Reserva 3 motores de 15 kW 400 V en Hamburgo para SO-4711", "3", ""],
  ["Reserva 4 cables de 3 x 2,5 mm2 en Hamburgo para SO-4711", "4", ""],
  ["Prepara una declaración para SHP-1007, partida arancelaria 84.81.80", "", ""],
  ["Traslada 20 válvulas de 1/2 pulgada VLV-050 de Hamburgo a Lyon antes del 14/12/2026", "20", "2026-12-14"],
  ["Verplaats in december 60 stuks VLV-050 van Hamburg naar Valencia", "60", ""],
  ["Verplaats volgende week 60 stuks VLV-050 van Hamburg naar Valencia", "60", "2026-12-18"],
  ["Reserveer 3 motoren 15 kW 3-fasig in Hamburg voor SO-4711", "3", ""],
  ["Verplaats 60 VLV-050 van Hamburg naar Valencia voor 14-12, tel. 010-12 34 567", "60", "2026-12-14"],
  ["Verplaats 60 VLV-050 van Hamburg naar Valencia tegen 14-12-2026, prijs is 12,10.", "60", "2026-12-14"],
  ["Maak een aangifte voor SHP-1007, goederencode 84.81.80", "", ""],
  ["Verplaats de 60 VLV-050 van 3 december voor 14 december van Hamburg naar Valencia", "60", "2026-12-03 2026-12-14"],
];

it.each(ORDERS)("an ordinary order keeps its amounts and days: %s", async (text, quantities, dates) => {
  const { actionKinds, limits } = intentOf(await readIntent(input(text, { businessNow: MONDAY })));
  expect(actionKinds).not.toEqual([]);
  expect(limits.quantities.map(({ quantity }) => quantity).join(" ")).toBe(quantities);
  expect(limits.dates.join(" ")).toBe(dates);
});

it.each(["Lagere 60 VLV-050 bis 31.11. von Hamburg nach Valencia um", "Verplaats 60 VLV-050 van Hamburg naar Valencia voor 31-11"])(
  "a day that no calendar has is refused in the middle of a sentence too: %s",
  async (text) => {
    expect(await readIntent(input(text, { businessNow: MONDAY }))).toMatchObject({ kind: "refusal", code: "date_impossible" });
  },
);

it.each(["Move 1/3 of the VLV-050 from Hamburg to Lyon", "Lagere 2/3 der VLV-050 von Hamburg nach Lyon um"])(
  "a fraction is a share: %s",
  async (text) => {
    const questions = [{ id: "amount_unclear" }];
    expect(await readIntent(input(text, { businessNow: MONDAY }))).toMatchObject({ kind: "question", questions });
  },
);
