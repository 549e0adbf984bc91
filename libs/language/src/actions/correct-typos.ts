import { editDistance } from "../text/edit-distance.ts";
import { OBJECTS } from "./objects-table.ts";
import { VERBS } from "./verbs-table.ts";

/** Words that carry evidence and are long enough to be recognised with a slip of the finger. */
const WELL_SPELT =
  "transfer relocate reserve allocate release reservation reservations cancel shipment declaration prepare submit reschedule quarantine reorder available umlagern verlagern reservieren reserviere freigeben reservierung stornieren vorbereiten einreichen anmelden sendung ausfuhranmeldung transferez deplacez reservez liberez preparez deposez annulez bloquez declaration expedition reservation trasladar traslada transferir reservar liberar cancelar preparar presentar declaracion verplaatsen verplaats reserveren reserveer vrijgeven annuleren annuleer indienen opstellen reservering zending aangifte".split(
    " ",
  );
/** Every word that the tables themselves hold is well spelt as it is. */
const KNOWN = new Set([
  ...WELL_SPELT,
  ...[...VERBS.values(), ...OBJECTS.values()].flatMap((pattern) => pattern.source.match(/[a-z]{6,}/g) ?? []),
]);
/** Ordinary words one slip away from a word above. */
const NOT_SLIPS = new Set([
  "reserved",
  "released",
  "releases",
  "reserves",
  "transfers",
  "cancels",
  "canceled",
  "prepared",
  "prepares",
  "transport",
  "transfert",
  "transferts",
  "traslado",
  "traslados",
  "submits",
  "shipments",
  "declarations",
  "reservas",
  "sending",
  "annuler",
  "reserver",
  "preparer",
  "deposer",
  "liberer",
  "bloquer",
]);

function corrected(word: string): string {
  if (word.length < 6 || KNOWN.has(word) || NOT_SLIPS.has(word)) return word;
  const limit = word.length >= 9 ? 2 : 1;
  return (
    WELL_SPELT.find((candidate) => candidate.length >= 6 && candidate[0] === word[0] && editDistance(word, candidate, limit) <= limit) ??
    word
  );
}

/** Spanish orders carry their object: "retenlo", "cancélalas". */
const WITH_OBJECT =
  /\b(reten|libera|cancela|anula|mueve|traslada|reserva|aparta|envia|manda|bloquea|desbloquea|aplaza|pospon|retrasa|presenta|prepara|cambia|modifica|levanta|suelta|ajusta|corrige|desvia|invalida|pide|retira)(?:me|se)?(l[oa]s?)\b/g;

/** French orders as well: "sortez-les", "corrigez-le". */
const WITH_OBJECT_BEHIND = /\b([a-z]{2,}(?:ez|ons))-(l[ea]s?)\b/g;

/** Replaces slips in folded text by the word meant; only evidence is read from the result, never names or amounts. */
export function correctTypos(folded: string): string {
  return folded
    .replace(WITH_OBJECT, "$1 $2")
    .replace(WITH_OBJECT_BEHIND, "$1 $2")
    .replace(/[a-z]{6,}/g, corrected);
}
