import type { ObjectClass } from "./objects-table.ts";
import type { VerbClass } from "./verbs-table.ts";

/** A deed that words want undone: what it was, and the one effect that undoes it; null where no effect does. */
export interface Undoing {
  object: ObjectClass;
  verb: VerbClass;
  kind: string | null;
}

const DEEDS: { object: ObjectClass; verb: VerbClass; kind: string | null; nouns: string }[] = [
  {
    object: "shipment",
    verb: "cancel",
    kind: "cancel_shipment",
    nouns: "bookings?|buchung|boeking|reservations? (?:de |du )?(?:transport|fret)|reservas? (?:de |del )?(?:transporte|flete)",
  },
  {
    object: "hold",
    verb: "release",
    kind: "release_hold",
    nouns:
      "holds?|sperren?|sperrung|sperrvermerk|blockierung|blockade|retenues?|blocages?|suspension|mise en attente|retencion(?:es)?|bloqueos?|blokkades?|blokkering(?:en)?",
  },
  {
    object: "reservation",
    verb: "release",
    kind: "release_reservation",
    nouns: "reservations?|reservierung(?:en)?|reservas?|reservacion(?:es)?|reservering(?:en)?",
  },
  {
    object: "transfer",
    verb: "cancel",
    kind: null,
    nouns:
      "transfers?|stock moves?|umlagerung(?:en)?|transferts?|traslados?|transferencias?|verplaatsing(?:en)?|overplaatsing(?:en)?|overboeking(?:en)?",
  },
  {
    object: "declaration",
    verb: "invalidate",
    kind: "invalidate_declaration",
    nouns: "declarations?|(?:ausfuhr|zoll)?anmeldung(?:en)?|deklaration(?:en)?|declaracion(?:es)?|(?:uitvoer)?aangiften?|aangiftes",
  },
];
/** Verbs that undo whatever stands behind them. */
const BEFORE =
  "undo|undoing|reverse|revert|rescind|roll back|take back|get rid of|remove|cancel|withdraw|revoke|drop|delete|scrap|abort|call off|end|" +
  "entfern\\w*|stornier\\w*|annullier\\w*|losch\\w*|beende\\w*|widerruf\\w*|" +
  "annul(?:e[zr]?|ons)|supprime[zr]?|retire[zr]?|enleve[zr]?|otez|defai(?:s|tes|re)|revoque[zr]?|mett?(?:s|ez|re) fin (?:a|au)|revene?[zi]r? sur|" +
  "deshaz|deshacer|deshaga\\w*|anul[ae]\\w*|cancel[ae]\\w*|quit[ae]\\w*|retir[ae]\\w*|elimin[ae]\\w*|suprim[ae]\\w*|revo(?:ca|que)\\w*|reviert[ae]\\w*|revertir|" +
  "annuleer|annuleren|verwijder\\w*|schrap\\w*|beeindig\\w*|herroep\\w*";
/** Verbs that undo only what binds; "clear the declaration" and "release the declaration" are something else. */
const UNBINDS =
  "lift|release|clear|free|unblock|waive|heb(?:e|t|en)?|lose?|leve[zr]?|libere[zr]?|debloque[zr]?|levant[ae]\\w*|liber[ae]\\w*|hef|gib|geef";
/** Verbs whose other half ends the clause: what they undo stands between. */
const AROUND: [string, string][] = [
  ["mach\\w*", "ruckgangig"],
  ["n[ie](?:mm|hmt|hmen)", "(?:zuruck|weg|raus|heraus)"],
  ["heb(?:e|t|en)?", "auf"],
  ["maak|maken", "ongedaan"],
  ["draai\\w*", "terug"],
  ["trek\\w*", "in"],
  ["haal\\w*", "(?:weg|eraf|af)"],
  ["take|get", "(?:back|off|away)"],
];
/** Forms that stand behind what they undo, as in "Sperre auf … aufheben". */
const BEHIND =
  "ruckgangig|aufheben|aufgehoben|aufzuheben|zurucknehmen|zuruckzunehmen|zuruckgenommen|entfernen|stornieren|annullieren|loschen|beenden|widerrufen|" +
  "ongedaan|opheffen|opgeheven|terugdraaien|verwijderen|annuleren|schrappen|intrekken|" +
  "(?:be|is to be|has to be|must be) (?:undone|reversed|lifted|removed|cancelled|canceled|withdrawn|revoked|taken back)";
/** Articles and adjectives between a verb and its noun: no figures, and nothing that begins another phrase. */
const FILL =
  "(?:(?!(?:on|with|of|from|for|to|in|at|and|the order|von|auf|mit|fur|aus|bei|sur|avec|pour|con|por|para|met|voor|van|op|shipments?|sendung|expedition|envio|zending|que|who|that|which)\\b)[\\p{L}'’-]+ ){0,4}?";
const GAP = "(?:[^.;!?]|\\.(?=\\d))*?";

const patterns = DEEDS.map((deed) => {
  const noun = `(?:${deed.nouns})`;
  const binds = deed.object === "hold" || deed.object === "reservation";
  const verbs = binds ? `${BEFORE}|${UNBINDS}` : BEFORE;
  const sources = [
    `\\b(?:${verbs}) ${FILL}${noun}\\b`,
    ...AROUND.map(([stem, end]) => `\\b(?:${stem}) ${FILL}${noun}\\b${GAP}\\b${end}\\b`),
    `\\btake back ${FILL}${noun}\\b`,
    `\\b${noun}\\b${GAP}\\b(?:${BEHIND})\\b`,
  ];
  return { deed, pattern: new RegExp(sources.join("|"), "u") };
});
const BARE =
  /\b(?:undo|undoing|reverse|revert|roll back|ruckgangig|defai(?:s|tes|re)|deshaz|deshacer|deshaga\w*|revierte|revertir|ongedaan|terugdraaien)\b/;

/** The deed that folded words want undone. An undoing verb with a noun of a deed means its inverse, whatever else the words resemble. */
export function undoingIn(folded: string): Undoing | null {
  const hits = patterns.flatMap(({ deed, pattern }) => {
    const at = folded.search(pattern);
    return at < 0 ? [] : [{ deed, at }];
  });
  const first = hits.sort((a, b) => a.at - b.at)[0];
  return first ? { object: first.deed.object, verb: first.deed.verb, kind: first.deed.kind } : null;
}

/** True for words that undo without saying what: nobody may guess it. */
export const undoesSomething = (folded: string): boolean => BARE.test(folded);
