import type { JsonObject, JsonValue, Language, PlanStep } from "@quartermaster/shared/contracts";

const NOUNS: Record<string, Record<Language, string>> = {
  transfer_stock: { en: "transfer", de: "Umlagerung", fr: "transfert", es: "traslado", nl: "overboeking" },
  reserve_stock: { en: "reservation", de: "Reservierung", fr: "réservation", es: "reserva", nl: "reservering" },
  release_reservation: {
    en: "release of the reservation",
    de: "Freigabe der Reservierung",
    fr: "libération de la réservation",
    es: "liberación de la reserva",
    nl: "vrijgave van de reservering",
  },
  book_shipment: { en: "booking", de: "Buchung", fr: "réservation de transport", es: "reserva de transporte", nl: "boeking" },
  place_hold: { en: "hold", de: "Sperre", fr: "blocage", es: "retención", nl: "blokkering" },
  draft_declaration: {
    en: "draft declaration",
    de: "Entwurf der Ausfuhranmeldung",
    fr: "projet de déclaration",
    es: "borrador de declaración",
    nl: "conceptaangifte",
  },
  lodge_declaration: {
    en: "lodging of the declaration",
    de: "Abgabe der Ausfuhranmeldung",
    fr: "dépôt de la déclaration",
    es: "presentación de la declaración",
    nl: "indiening van de aangifte",
  },
  create_reorder: {
    en: "purchase order",
    de: "Bestellung",
    fr: "commande",
    es: "pedido",
    nl: "bestelling",
  },
  adjust_stock: {
    en: "stock adjustment",
    de: "Bestandskorrektur",
    fr: "ajustement de stock",
    es: "ajuste de existencias",
    nl: "voorraadcorrectie",
  },
  set_stock_status: {
    en: "change of stock status",
    de: "Änderung des Bestandsstatus",
    fr: "changement de statut du stock",
    es: "cambio de estado de existencias",
    nl: "wijziging van voorraadstatus",
  },
  request_cycle_count: {
    en: "request for a count",
    de: "Zählauftrag",
    fr: "demande de comptage",
    es: "solicitud de recuento",
    nl: "telverzoek",
  },
  change_lines: {
    en: "change of lines",
    de: "Änderung der Positionen",
    fr: "modification des lignes",
    es: "cambio de líneas",
    nl: "wijziging van regels",
  },
  reschedule_leg: {
    en: "rescheduling",
    de: "Umbuchung",
    fr: "replanification",
    es: "reprogramación",
    nl: "omboeking",
  },
  reroute_shipment: {
    en: "rerouting",
    de: "Umleitung",
    fr: "réacheminement",
    es: "desvío",
    nl: "omleiding",
  },
  release_hold: {
    en: "release of the hold",
    de: "Aufhebung der Sperre",
    fr: "levée du blocage",
    es: "levantamiento de la retención",
    nl: "opheffing van de blokkering",
  },
  cancel_shipment: {
    en: "cancellation of the shipment",
    de: "Stornierung der Sendung",
    fr: "annulation de l'expédition",
    es: "cancelación del envío",
    nl: "annulering van de zending",
  },
  amend_declaration: {
    en: "amendment of the declaration",
    de: "Änderung der Ausfuhranmeldung",
    fr: "modification de la déclaration",
    es: "enmienda de la declaración",
    nl: "wijziging van de aangifte",
  },
  invalidate_declaration: {
    en: "invalidation of the declaration",
    de: "Ungültigerklärung der Ausfuhranmeldung",
    fr: "invalidation de la déclaration",
    es: "invalidación de la declaración",
    nl: "ongeldigverklaring van de aangifte",
  },
  file_exit_evidence: {
    en: "proof of exit",
    de: "Ausgangsnachweis",
    fr: "preuve de sortie",
    es: "prueba de salida",
    nl: "bewijs van uitgang",
  },
  resolve_screening: {
    en: "decision on the screening",
    de: "Entscheidung zur Prüfung",
    fr: "décision sur le contrôle",
    es: "decisión sobre el control",
    nl: "besluit over de screening",
  },
};

const textOf = (value: JsonValue | undefined): string | null => (typeof value === "string" ? value : null);

const goodsOf = (args: JsonObject): string | null => {
  const one = (line: JsonObject): string =>
    [textOf(line.quantity), textOf(line.uom), textOf(line.sku)].filter((part) => part !== null).join(" ");
  if (textOf(args.sku) !== null) return one(args);
  if (!Array.isArray(args.lines)) return null;
  return (
    args.lines
      .flatMap((line) => (typeof line === "object" && line !== null && !Array.isArray(line) ? [one(line as JsonObject)] : []))
      .join(", ") || null
  );
};

/** Names a step in the user's language from its arguments alone, e.g. "transfer 60 PCE VLV-050, LOC-HAM → LOC-VLC". */
export function describeStep(step: Pick<PlanStep, "tool" | "args">, language: Language): string {
  const { tool, args } = step;
  const from = textOf(args.fromLocation) ?? textOf(args.origin) ?? textOf(args.location);
  const to = textOf(args.toLocation) ?? textOf(args.destination) ?? textOf(args.consignee);
  const place = from !== null && to !== null ? `${from} → ${to}` : (from ?? to);
  const id = textOf(args.reservationId) ?? textOf(args.shipmentId) ?? textOf(args.declarationId) ?? textOf(args.screeningId);
  const parts = [goodsOf(args), place, id, textOf(args.serviceId), tool === "place_hold" ? textOf(args.type) : null].filter(
    (part): part is string => part !== null,
  );
  const noun = NOUNS[tool]?.[language] ?? tool;
  return parts.length > 0 ? `${noun} ${parts.join(", ")}` : noun;
}
