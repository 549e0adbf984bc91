import type { Language } from "@quartermaster/shared/contracts";

/** States, kinds of hold and other closed values of records: German, French, Spanish, Dutch. English is the value itself. */
const WORDS: Record<string, [string, string, string, string]> = {
  accepted: ["angenommen", "acceptée", "aceptada", "aanvaard"],
  active: ["aktiv", "active", "activa", "actief"],
  allocated: ["zugeteilt", "alloué", "asignado", "toegewezen"],
  amendment_pending: ["Änderung beantragt", "modification demandée", "enmienda pendiente", "wijziging aangevraagd"],
  approved: ["genehmigt", "approuvé", "aprobado", "goedgekeurd"],
  arrived: ["angekommen", "arrivée", "llegado", "aangekomen"],
  arrived_at_exit: ["an der Ausgangszollstelle", "arrivée au bureau de sortie", "en la aduana de salida", "bij het kantoor van uitgang"],
  available: ["verfügbar", "disponible", "disponible", "beschikbaar"],
  blocked: ["gesperrt", "bloqué", "bloqueado", "geblokkeerd"],
  booked: ["gebucht", "réservée", "reservado", "geboekt"],
  cancelled: ["storniert", "annulée", "cancelado", "geannuleerd"],
  carrier_may_charge: [
    "der Frachtführer kann dafür etwas berechnen",
    "le transporteur peut facturer des frais",
    "el transportista puede cobrar gastos",
    "de vervoerder kan kosten berekenen",
  ],
  clear: ["ohne Treffer", "sans résultat", "sin coincidencias", "geen treffer"],
  closed: ["abgeschlossen", "clôturé", "cerrado", "gesloten"],
  compliance: ["Compliance", "conformité", "cumplimiento", "compliance"],
  confirmed: ["bestätigt", "confirmé", "confirmado", "bevestigd"],
  consumed: ["verbraucht", "consommée", "consumida", "verbruikt"],
  counting: ["in Zählung", "en comptage", "en recuento", "in telling"],
  credit: ["Kredit", "crédit", "crédito", "krediet"],
  customer: ["Kunde", "client", "cliente", "klant"],
  customs: ["Zoll", "douane", "aduana", "douane"],
  damaged: ["beschädigt", "endommagé", "dañado", "beschadigd"],
  delivered: ["geliefert", "livrée", "entregado", "geleverd"],
  departed: ["abgefahren", "partie", "salió", "vertrokken"],
  dg: ["Gefahrgut", "marchandises dangereuses", "mercancías peligrosas", "gevaarlijke goederen"],
  draft: ["Entwurf", "brouillon", "borrador", "concept"],
  exhausted: ["ausgeschöpft", "épuisée", "agotada", "uitgeput"],
  exited: ["ausgeführt", "sortie", "salida confirmada", "uitgegaan"],
  expired: ["abgelaufen", "expirée", "caducada", "verlopen"],
  gone: ["nicht mehr da", "parti", "ya no está", "weg"],
  in_stock: ["am Lager", "en stock", "en existencia", "op voorraad"],
  in_transit: ["unterwegs", "en transit", "en tránsito", "onderweg"],
  invalidated: ["für ungültig erklärt", "invalidée", "invalidada", "ongeldig verklaard"],
  invalidation_pending: [
    "Ungültigerklärung beantragt",
    "invalidation demandée",
    "invalidación pendiente",
    "ongeldigverklaring aangevraagd",
  ],
  issued: ["ausgegeben", "sorti", "expedido", "uitgegeven"],
  licence: ["Genehmigung", "licence", "licencia", "vergunning"],
  loaded: ["verladen", "chargée", "cargado", "geladen"],
  loading: ["in Verladung", "en chargement", "en carga", "wordt geladen"],
  lodged: ["eingereicht", "déposée", "presentada", "ingediend"],
  offloading_asked: [
    "geladen, Entladung verlangt",
    "chargée, déchargement demandé",
    "cargado, descarga solicitada",
    "geladen, lossen gevraagd",
  ],
  open: ["offen", "ouvert", "abierto", "open"],
  packed: ["gepackt", "emballée", "embalado", "verpakt"],
  partly_received: ["teilweise eingegangen", "partiellement reçu", "recibido en parte", "deels ontvangen"],
  picking: ["in Kommissionierung", "en préparation", "en preparación", "in picking"],
  proposed: ["vorgeschlagen", "proposé", "propuesto", "voorgesteld"],
  quality: ["Qualität", "qualité", "calidad", "kwaliteit"],
  quarantine: ["in Quarantäne", "en quarantaine", "en cuarentena", "in quarantaine"],
  received: ["eingegangen", "reçu", "recibido", "ontvangen"],
  rejected: ["abgelehnt", "refusée", "rechazada", "afgewezen"],
  released: ["freigegeben", "libérée", "liberada", "vrijgegeven"],
  requested: ["angefordert", "demandé", "solicitado", "aangevraagd"],
  reserved: ["reserviert", "réservé", "reservado", "gereserveerd"],
  review: ["in Prüfung", "à vérifier", "en revisión", "in beoordeling"],
  under_control: ["in Zollkontrolle", "sous contrôle douanier", "en control aduanero", "in douanecontrole"],
  unknown: ["unbekannt", "inconnu", "desconocido", "onbekend"],
  valid: ["gültig", "valide", "vigente", "geldig"],
};
const COLUMN: Partial<Record<Language, 0 | 1 | 2 | 3>> = { de: 0, fr: 1, es: 2, nl: 3 };

/** A state or another closed value of a record in the user's language; as it is, without underscores, when there is no word for it. */
export function stateWord(value: string, language: Language): string {
  const column = COLUMN[language];
  const word = column === undefined ? undefined : WORDS[value]?.[column];
  return word ?? (/^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll("_", " ") : value);
}

/** True for a closed value that has a word in every language. */
export const isStateWord = (value: string): boolean => Object.hasOwn(WORDS, value);
