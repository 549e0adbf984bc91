import type { Language } from "@quartermaster/shared/contracts";
import { CHANGE_PHRASES } from "./change-phrases.ts";
import { CUT_PHRASES } from "./cut-phrases.ts";
import { MEMORY_PHRASES } from "./memory-phrases.ts";

type Words = Record<Language, string>;

const PHRASES = {
  ...CHANGE_PHRASES,
  ...CUT_PHRASES,
  ...MEMORY_PHRASES,
  not_understood: {
    en: "I did not understand what to do with: {text}",
    de: "Ich habe nicht verstanden, was zu tun ist: {text}",
    fr: "Je n'ai pas compris ce qu'il faut faire : {text}",
    es: "No he entendido qué hay que hacer: {text}",
    nl: "Ik heb niet begrepen wat er moet gebeuren: {text}",
  },
  ask_quantity: {
    en: "How many of {item}?",
    de: "Wie viel von {item}?",
    fr: "Quelle quantité de {item} ?",
    es: "¿Qué cantidad de {item}?",
    nl: "Hoeveel van {item}?",
  },
  ask_item: {
    en: "Which item is meant? Please give the item number.",
    de: "Welcher Artikel ist gemeint? Bitte die Artikelnummer nennen.",
    fr: "De quel article s'agit-il ? Merci d'indiquer la référence.",
    es: "¿A qué artículo se refiere? Indique la referencia.",
    nl: "Welk artikel wordt bedoeld? Geef het artikelnummer.",
  },
  ask_item_choice: {
    en: 'Several items fit "{text}". Which one?',
    de: "Zu „{text}“ passen mehrere Artikel. Welcher?",
    fr: "Plusieurs articles correspondent à « {text} ». Lequel ?",
    es: "Varios artículos encajan con «{text}». ¿Cuál?",
    nl: "Bij “{text}” passen meerdere artikelen. Welk?",
  },
  ask_source: {
    en: "Where should {item} come from?",
    de: "Woher soll {item} kommen?",
    fr: "D'où doit venir {item} ?",
    es: "¿De dónde debe salir {item}?",
    nl: "Waar moet {item} vandaan komen?",
  },
  ask_destination: {
    en: "Where should {item} go?",
    de: "Wohin soll {item}?",
    fr: "Où doit aller {item} ?",
    es: "¿Adónde debe ir {item}?",
    nl: "Waar moet {item} naartoe?",
  },
  ask_place: {
    en: "{text} is none of our places. Which place is meant?",
    de: "{text} ist keiner unserer Orte. Welcher ist gemeint?",
    fr: "{text} n'est pas l'un de nos sites. Lequel est visé ?",
    es: "{text} no es ninguno de nuestros centros. ¿Cuál se quiere decir?",
    nl: "{text} is geen van onze locaties. Welke wordt bedoeld?",
  },
  ask_unit: {
    en: "{quantity} of {item}: in which unit?",
    de: "{quantity} von {item}: in welcher Einheit?",
    fr: "{quantity} de {item} : dans quelle unité ?",
    es: "{quantity} de {item}: ¿en qué unidad?",
    nl: "{quantity} van {item}: in welke eenheid?",
  },
  ask_demand: {
    en: "What are the units for? Please give the order or shipment number.",
    de: "Wofür sind die Mengen? Bitte Auftrags- oder Sendungsnummer nennen.",
    fr: "Pour quelle commande ou expédition ? Merci d'indiquer le numéro.",
    es: "¿Para qué pedido o envío son? Indique el número.",
    nl: "Waarvoor zijn ze? Geef het order- of zendingnummer.",
  },
  ask_number: {
    en: "Which {what} is meant? Please give its number.",
    de: "Welche {what} ist gemeint? Bitte die Nummer nennen.",
    fr: "De quelle {what} s'agit-il ? Merci d'indiquer son numéro.",
    es: "¿A qué {what} se refiere? Indique su número.",
    nl: "Welke {what} wordt bedoeld? Geef het nummer.",
  },
  ask_party: {
    en: "Which party is {text}? Please give the party number.",
    de: "Welcher Partner ist {text}? Bitte die Partnernummer nennen.",
    fr: "Quel partenaire est {text} ? Merci d'indiquer son numéro.",
    es: "¿Qué socio es {text}? Indique su número.",
    nl: "Welke partij is {text}? Geef het partijnummer.",
  },
  ask_detail: {
    en: "Please add: {what}.",
    de: "Bitte ergänzen: {what}.",
    fr: "Merci de préciser : {what}.",
    es: "Por favor, añada: {what}.",
    nl: "Vul aan: {what}.",
  },
  ask_refill: {
    en: "{item} at {location} is {available} against a safety stock of {safety} (short by {missing} {unit}, {record}). Bring {missing} from another place, or another quantity or source?",
    de: "{item} in {location}: {available} bei einem Sicherheitsbestand von {safety} (es fehlen {missing} {unit}, {record}). {missing} von einem anderen Ort holen, oder andere Menge oder Quelle?",
    fr: "{item} à {location} : {available} pour un stock de sécurité de {safety} (il manque {missing} {unit}, {record}). En amener {missing} d'un autre site, ou une autre quantité ou source ?",
    es: "{item} en {location}: {available} frente a un stock de seguridad de {safety} (faltan {missing} {unit}, {record}). ¿Traer {missing} de otro centro, u otra cantidad u origen?",
    nl: "{item} in {location}: {available} bij een veiligheidsvoorraad van {safety} (tekort {missing} {unit}, {record}). {missing} van elders halen, of een andere hoeveelheid of bron?",
  },
  option_from: { en: "from {place}", de: "von {place}", fr: "de {place}", es: "desde {place}", nl: "van {place}" },
  option_transfer: {
    en: "Transfer {quantity} {unit} {item} from {from} to {to}",
    de: "{quantity} {unit} {item} von {from} nach {to} umlagern",
    fr: "Transférer {quantity} {unit} {item} de {from} vers {to}",
    es: "Trasladar {quantity} {unit} {item} de {from} a {to}",
    nl: "{quantity} {unit} {item} van {from} naar {to} verplaatsen",
  },
  not_found: {
    en: "Not found: {text}.",
    de: "Nicht gefunden: {text}.",
    fr: "Introuvable : {text}.",
    es: "No se encuentra: {text}.",
    nl: "Niet gevonden: {text}.",
  },
  nothing_found: {
    en: "Nothing found for this question.",
    de: "Zu dieser Frage wurde nichts gefunden.",
    fr: "Rien trouvé pour cette question.",
    es: "No se ha encontrado nada para esta pregunta.",
    nl: "Niets gevonden voor deze vraag.",
  },
  not_possible: {
    en: "{what}: not possible ({code}). {hint}",
    de: "{what}: nicht möglich ({code}). {hint}",
    fr: "{what} : impossible ({code}). {hint}",
    es: "{what}: no es posible ({code}). {hint}",
    nl: "{what}: niet mogelijk ({code}). {hint}",
  },
  not_offered: {
    en: "I cannot propose this here: {what}.",
    de: "Das kann ich hier nicht vorschlagen: {what}.",
    fr: "Je ne peux pas proposer cela ici : {what}.",
    es: "Esto no lo puedo proponer aquí: {what}.",
    nl: "Dit kan ik hier niet voorstellen: {what}.",
  },
  proposed: {
    en: "Proposed: {what}.",
    de: "Vorgeschlagen: {what}.",
    fr: "Proposé : {what}.",
    es: "Propuesto: {what}.",
    nl: "Voorgesteld: {what}.",
  },
  decided_later: {
    en: "Nothing has happened yet; it is carried out once the plan is approved.",
    de: "Noch ist nichts geschehen; ausgeführt wird nach der Genehmigung des Plans.",
    fr: "Rien n'est encore fait ; l'exécution suit l'approbation du plan.",
    es: "Aún no se ha hecho nada; se ejecuta cuando se apruebe el plan.",
    nl: "Er is nog niets gebeurd; uitvoering volgt na goedkeuring van het plan.",
  },
  total: {
    en: "{item} at {location}: {onHand} on hand, {reserved} reserved, {available} available {unit}{safety} ({records})",
    de: "{item} in {location}: {onHand} vorhanden, {reserved} reserviert, {available} verfügbar {unit}{safety} ({records})",
    fr: "{item} à {location} : {onHand} en stock, {reserved} réservés, {available} disponibles {unit}{safety} ({records})",
    es: "{item} en {location}: {onHand} en existencia, {reserved} reservadas, {available} disponibles {unit}{safety} ({records})",
    nl: "{item} in {location}: {onHand} aanwezig, {reserved} gereserveerd, {available} beschikbaar {unit}{safety} ({records})",
  },
  safety: {
    en: ", safety stock {value}",
    de: ", Sicherheitsbestand {value}",
    fr: ", stock de sécurité {value}",
    es: ", stock de seguridad {value}",
    nl: ", veiligheidsvoorraad {value}",
  },
  held: { en: "reserved: {list}", de: "reserviert: {list}", fr: "réservé : {list}", es: "reservado: {list}", nl: "gereserveerd: {list}" },
  expiring: {
    en: "{item} lot {lot} at {location}: {onHand} {unit}, expires {expiry}, {status} ({record})",
    de: "{item} Charge {lot} in {location}: {onHand} {unit}, läuft ab am {expiry}, {status} ({record})",
    fr: "{item} lot {lot} à {location} : {onHand} {unit}, périme le {expiry}, {status} ({record})",
    es: "{item} lote {lot} en {location}: {onHand} {unit}, caduca el {expiry}, {status} ({record})",
    nl: "{item} partij {lot} in {location}: {onHand} {unit}, verloopt op {expiry}, {status} ({record})",
  },
  can_be_had: {
    en: "{quantity} {unit} of {item} by {date}: available at {location} {available} ({record})",
    de: "{quantity} {unit} {item} bis {date}: in {location} verfügbar {available} ({record})",
    fr: "{quantity} {unit} de {item} pour le {date} : disponibles à {location} {available} ({record})",
    es: "{quantity} {unit} de {item} para el {date}: disponibles en {location} {available} ({record})",
    nl: "{quantity} {unit} {item} voor {date}: beschikbaar in {location} {available} ({record})",
  },
  shipment: {
    en: "{id} is {state}, {origin} → {destination}, departs {etd}, arrives {eta}",
    de: "{id} ist {state}, {origin} → {destination}, Abfahrt {etd}, Ankunft {eta}",
    fr: "{id} est {state}, {origin} → {destination}, départ {etd}, arrivée {eta}",
    es: "{id} está {state}, {origin} → {destination}, salida {etd}, llegada {eta}",
    nl: "{id} is {state}, {origin} → {destination}, vertrek {etd}, aankomst {eta}",
  },
  hold: { en: "on hold: {list}", de: "gesperrt: {list}", fr: "bloquée : {list}", es: "retenido: {list}", nl: "geblokkeerd: {list}" },
  late: { en: "late", de: "verspätet", fr: "en retard", es: "con retraso", nl: "te laat" },
  lines: { en: "goods: {list}", de: "Ware: {list}", fr: "marchandises : {list}", es: "mercancía: {list}", nl: "goederen: {list}" },
  service: {
    en: "{id} {mode}: departs {etd}, arrives {eta}, book by {bookBy}",
    de: "{id} {mode}: Abfahrt {etd}, Ankunft {eta}, buchbar bis {bookBy}",
    fr: "{id} {mode} : départ {etd}, arrivée {eta}, à réserver avant {bookBy}",
    es: "{id} {mode}: salida {etd}, llegada {eta}, reservar antes de {bookBy}",
    nl: "{id} {mode}: vertrek {etd}, aankomst {eta}, te boeken tot {bookBy}",
  },
  declaration: {
    en: "{id} is {state} for {shipment}",
    de: "{id} ist {state} für {shipment}",
    fr: "{id} est {state} pour {shipment}",
    es: "{id} está {state} para {shipment}",
    nl: "{id} is {state} voor {shipment}",
  },
  deadline: {
    en: "next deadline {value}",
    de: "nächste Frist {value}",
    fr: "prochaine échéance {value}",
    es: "próximo plazo {value}",
    nl: "volgende termijn {value}",
  },
  already_drafted: {
    en: "{id} is already drafted for {shipment}; it still has to be lodged.",
    de: "{id} ist für {shipment} schon entworfen; sie muss noch eingereicht werden.",
    fr: "{id} est déjà préparée pour {shipment} ; elle reste à déposer.",
    es: "{id} ya está preparada para {shipment}; falta presentarla.",
    nl: "{id} is al opgesteld voor {shipment}; ze moet nog worden ingediend.",
  },
  control_free: {
    en: "No: {item} is not on the control list, no licence is needed{where}.",
    de: "Nein: {item} steht nicht auf der Kontrollliste, keine Genehmigung nötig{where}.",
    fr: "Non : {item} n'est pas sur la liste de contrôle, aucune licence requise{where}.",
    es: "No: {item} no está en la lista de control, no hace falta licencia{where}.",
    nl: "Nee: {item} staat niet op de controlelijst, geen vergunning nodig{where}.",
  },
  control_covered: {
    en: "{item} is controlled ({entry}); {licence} covers it{where}, remaining {remaining}.",
    de: "{item} ist kontrolliert ({entry}); {licence} deckt es{where}, Rest {remaining}.",
    fr: "{item} est contrôlé ({entry}) ; {licence} le couvre{where}, reste {remaining}.",
    es: "{item} está controlado ({entry}); {licence} lo cubre{where}, quedan {remaining}.",
    nl: "{item} is gecontroleerd ({entry}); {licence} dekt het{where}, resterend {remaining}.",
  },
  control_blocked: {
    en: "No. {item} ({entry}){where}: {problems}",
    de: "Nein. {item} ({entry}){where}: {problems}",
    fr: "Non. {item} ({entry}){where} : {problems}",
    es: "No. {item} ({entry}){where}: {problems}",
    nl: "Nee. {item} ({entry}){where}: {problems}",
  },
  control_open: {
    en: "{item} is controlled ({entry}). Tell me the destination to check licences.",
    de: "{item} ist kontrolliert ({entry}). Für die Genehmigung fehlt das Bestimmungsland.",
    fr: "{item} est contrôlé ({entry}). Indiquez la destination pour vérifier les licences.",
    es: "{item} está controlado ({entry}). Indique el destino para comprobar las licencias.",
    nl: "{item} is gecontroleerd ({entry}). Noem de bestemming om vergunningen te controleren.",
  },
  no_service: {
    en: "No service from {from} to {to} can still be booked{reason}.",
    de: "Von {from} nach {to} ist kein Dienst mehr buchbar{reason}.",
    fr: "Aucun service de {from} à {to} n'est encore réservable{reason}.",
    es: "Ningún servicio de {from} a {to} se puede reservar ya{reason}.",
    nl: "Geen dienst van {from} naar {to} is nog te boeken{reason}.",
  },
  on_hold_refusal: {
    en: "{shipment} is on hold: {list}. Only the owning role lifts a hold, with evidence.",
    de: "{shipment} ist gesperrt: {list}. Eine Sperre hebt nur die zuständige Rolle mit Nachweis auf.",
    fr: "{shipment} est bloquée : {list}. Seul le rôle compétent lève un blocage, avec preuve.",
    es: "{shipment} está retenido: {list}. Solo la función responsable levanta una retención, con prueba.",
    nl: "{shipment} is geblokkeerd: {list}. Alleen de verantwoordelijke rol heft een blokkade op, met bewijs.",
  },
} satisfies Record<string, Words>;
export type PhraseKey = keyof typeof PHRASES;

/** A sentence in the user's language with its gaps filled. */
export function phrase(key: PhraseKey, language: Language, values: Record<string, string | number> = {}): string {
  return PHRASES[key][language].replace(/\{(\w+)\}/g, (_match, name: string) => String(values[name] ?? ""));
}

const KINDS: Record<string, Words> = {
  reservation: { en: "reservation", de: "Reservierung", fr: "réservation", es: "reserva", nl: "reservering" },
  shipment: { en: "shipment", de: "Sendung", fr: "expédition", es: "expedición", nl: "zending" },
  declaration: { en: "declaration", de: "Anmeldung", fr: "déclaration", es: "declaración", nl: "aangifte" },
  screening: { en: "screening", de: "Prüfung", fr: "vérification", es: "verificación", nl: "screening" },
};
/** The word for a kind of record. */
export const kindWord = (kind: string, language: Language): string => KINDS[kind]?.[language] ?? kind;

const UNITS: Record<string, Words> = {
  PCE: { en: "pieces", de: "Stück", fr: "pièces", es: "piezas", nl: "stuks" },
  LTR: { en: "litres", de: "Liter", fr: "litres", es: "litros", nl: "liter" },
  KGM: { en: "kg", de: "kg", fr: "kg", es: "kg", nl: "kg" },
  MTR: { en: "m", de: "m", fr: "m", es: "m", nl: "m" },
  DRM: { en: "drums", de: "Fässer", fr: "fûts", es: "bidones", nl: "vaten" },
  BOX: { en: "boxes", de: "Kartons", fr: "boîtes", es: "cajas", nl: "dozen" },
  CTN: { en: "cartons", de: "Kartons", fr: "cartons", es: "cartones", nl: "cartons" },
  PAL: { en: "pallets", de: "Paletten", fr: "palettes", es: "palés", nl: "pallets" },
  BAG: { en: "bags", de: "Säcke", fr: "sacs", es: "sacos", nl: "zakken" },
  ROL: { en: "rolls", de: "Rollen", fr: "rouleaux", es: "rollos", nl: "rollen" },
  BDL: { en: "bundles", de: "Bündel", fr: "bottes", es: "atados", nl: "bundels" },
  CAN: { en: "cans", de: "Dosen", fr: "bidons", es: "latas", nl: "blikken" },
};
/** The word for a unit code; the code itself where there is none. */
export const unitWord = (code: string, language: Language): string => UNITS[code]?.[language] ?? code;
