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
const UNBINDS = "lift|release|clear|free|unblock|waive|leve[zr]?|libere[zr]?|debloque[zr]?|levant[ae]\\w*|liber[ae]\\w*|hef";
/** What may follow the second half of a verb; "frei verfügbar", "vrij zijn" and "in Hamburg" go on otherwise. */
const ENDS = "(?= *(?:$|[,.:;!?]|(?:bitte|wieder|sofort|aub|graag|alstublieft|alsjeblieft)\\b))";
/** The same in two halves. The first half alone gives, has or loses: "gib mir die Reservierungen", "ik heb een blokkade nodig". */
const UNBINDS_AROUND: [string, string][] = [
  ["gib|gebt|geben|gebe", `frei${ENDS}`],
  ["lose?|losen", `auf${ENDS}`],
  ["geef|geven", `vrij${ENDS}`],
];
/** Verbs whose other half ends the clause: what they undo stands between. */
const AROUND: [string, string][] = [
  ["mach\\w*", "ruckgangig"],
  ["n[ie](?:mm|hmt|hmen)", "(?:zuruck|weg|raus|heraus)"],
  ["heb(?:e|t|en)?", "auf(?! \\d)"],
  ["maak|maken", "ongedaan"],
  ["draai\\w*", "terug"],
  ["trek\\w*", `in${ENDS}`],
  ["haal\\w*", "(?:weg|eraf|af)"],
  ["take|get", "(?:back|off|away)"],
];
/** Forms that stand behind what they undo, as in "Sperre auf … aufheben". */
const BEHIND =
  "ruckgangig|aufheben|aufgehoben|aufzuheben|zurucknehmen|zuruckzunehmen|zuruckgenommen|entfernen|stornieren|annullieren|loschen|beenden|widerrufen|" +
  "ongedaan|opheffen|opgeheven|terugdraaien|verwijderen|annuleren|schrappen|intrekken|" +
  "(?:be|is to be|has to be|must be) (?:undone|reversed|lifted|removed|cancelled|canceled|withdrawn|revoked|taken back)";
/** Words that begin a reason, a time or a condition: what stands behind them is not what a verb before them undoes. */
const APART =
  "because|as|since|before|after|until|till|when|whenever|while|if|unless|once|so|given|due|despite|except|not|it|they|he|she|we|you|i|" +
  "weil|da|denn|bevor|ehe|nachdem|bis|wenn|falls|sobald|solange|damit|wegen|aufgrund|trotz|ausser|nicht|" +
  "car|parce|puisque|comme|avant|apres|quand|lorsque|si|des|malgre|sauf|pas|" +
  "porque|pues|ya|antes|despues|cuando|hasta|debido|salvo|no|" +
  "omdat|want|aangezien|voordat|nadat|totdat|tot|als|wanneer|indien|zodra|zolang|zodat|wegens|vanwege|ondanks|behalve|niet";
/** Articles and adjectives between a verb and its noun: no figures, and nothing that begins another phrase. */
const FILL = `(?:(?!(?:${APART}|on|with|of|from|for|to|in|at|and|the order|von|auf|mit|fur|aus|bei|sur|avec|pour|con|por|para|met|voor|van|op|shipments?|sendung|expedition|envio|zending|que|who|that|which)\\b)[\\p{L}'’-]+ ){0,4}?`;
const GAP = `(?:(?!\\b(?:${APART})\\b)(?:[^.;!?]|\\.(?=\\d)))*?`;
const PREPOSITION = "on|of|for|from|in|at|auf|von|vom|fur|aus|bei|an|in|im|am|op|van|voor|uit|bij|te";
const ARTICLE = "the|this|that|our|der|die|das|den|dem|des|dieser|diese|diesem|unsere[rmn]?|de|het|deze|dit|onze";
const NAMED =
  "(?:shipments?|orders?|lots?|customers?|sendung(?:en)?|auftrag|bestellung|charge|(?:kunden?|klant)(?: (?!(?:in|auf|im|zu|bitte|aub|graag)\\b)[\\p{L}-]+)??|zending(?:en)?|bestelling|partij|\\S*\\d[^\\s,]*(?: (?:stuck|stuks|pce|pcs|pieces))?)";
const AUXILIARY =
  "must|should|shall|can|needs?|has|have|is|are|to|please|now|muss|mussen|soll|sollen|sollte|kann|ist|sind|zu|bitte|wieder|jetzt|sofort|moet|moeten|kan|mag|is|graag|nu|weer|aub";
/** A reason in a few words between a hold and the form that lifts it: "wegen Qualität". */
const BECAUSE = `(?:wegen|aufgrund|vanwege|wegens|because of|due to|on account of)(?: (?!(?:${AUXILIARY}|${PREPOSITION})\\b)[\\p{L}-]+){1,3}?`;
/** Between a noun and a form behind it: which one it is, and auxiliaries. Anything else may be another thing that is removed. */
const NEAR = `(?: (?:${BECAUSE}|(?:(?:${PREPOSITION}) )?(?:(?:${ARTICLE}) )?${NAMED}|(?:in|at|te|to|nach|naar) (?!(?:${ARTICLE}|order|case)\\b)\\p{L}+|${AUXILIARY}))*?`;
/** Words that put a hold or a reservation on something: what is removed behind them is none of it. */
const PLACES =
  /\b(?:put|place|set|keep|get|add|impose|apply|create|make|setze?n?|leg(?:e|en|t)?|verhang\w*|erstelle?n?|mett(?:s|ez|re)|placez?|posez?|pon(?:er|ga|gan)?|coloca\w*|zet|zetten|plaats|plaatsen)\b/;
/** "Hold SHP-1 …" orders a hold, whatever is said of removing. */
const HOLDS = /^(?:.*\b(?:please|pls|and|then|so|just|must|to|now)\b)?[\s,:-]*hold (?:it|them|shipments?|lots?|\S*\d)/;

const patterns = DEEDS.map((deed) => {
  const noun = `(?:${deed.nouns})`;
  const binds = deed.object === "hold" || deed.object === "reservation";
  const verbs = binds ? `${BEFORE}|${UNBINDS}` : BEFORE;
  const sources = [
    `\\b(?:${verbs}) ${FILL}${noun}\\b`,
    ...[...AROUND, ...(binds ? UNBINDS_AROUND : [])].map(([stem, end]) => `\\b(?:${stem}) ${FILL}${noun}\\b${GAP}\\b${end}(?!\\p{L})`),
    `\\btake back ${FILL}${noun}\\b`,
  ];
  const behind = `\\b${noun}\\b${NEAR} (?:${BEHIND})\\b`;
  // The first search of a long pattern costs a tenth of a second: only words with the noun, which each form has, are worth it.
  const named = new RegExp(`\\b${noun}\\b`, "u");
  return { deed, named, before: new RegExp(sources.join("|"), "u"), any: new RegExp([...sources, behind].join("|"), "u") };
});
const BARE =
  /\b(?:undo|undoing|reverse|revert|roll back|ruckgangig|defai(?:s|tes|re)|deshaz|deshacer|deshaga\w*|revierte|revertir|ongedaan|terugdraaien)\b/;

/** The deed that folded words want undone. An undoing verb with a noun of a deed means its inverse, whatever else the words resemble. */
export function undoingIn(folded: string): Undoing | null {
  const places = PLACES.test(folded) || HOLDS.test(folded);
  const hits = patterns.flatMap(({ deed, named, before, any }) => {
    if (!named.test(folded)) return [];
    const at = folded.search(places ? before : any);
    return at < 0 ? [] : [{ deed, at }];
  });
  const first = hits.sort((a, b) => a.at - b.at)[0];
  return first ? { object: first.deed.object, verb: first.deed.verb, kind: first.deed.kind } : null;
}

/** "Hold SHP-1 must be removed": the hold, or a shipment to be stopped? */
const EITHER = new RegExp(`\\bhold${NEAR} (?:${BEHIND})\\b`, "u");

/** True for words that undo without saying what: nobody may guess it. */
export const undoesSomething = (folded: string): boolean => BARE.test(folded) || (HOLDS.test(folded) && EITHER.test(folded));
