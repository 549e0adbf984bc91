import type { undoWords as english } from "../en/undo-words.ts";
import type { Widen } from "../message-type.ts";

/** German words about taking back. */
export const undoWords: Widen<typeof english> = {
  undo: "Rückgängig machen…",
  undoTitle: "Diesen Schritt rückgängig machen?",
  undoLead: "Das ist eine neue Anfrage mit der umgekehrten Handlung. Sie wird geprüft und entschieden wie jede andere.",
  undoKeep: "So lassen",
  undoAsk: "Anfragen",
  undoNot: (because) => `Nicht rückgängig zu machen: ${because}`,
  undoneBy: "Siehe Anfrage",
  undoRemark: {
    transfer_ends_too:
      "Die Umlagerung, die sie befördert, wird damit auch abgebrochen: Die Ware bleibt, wo sie ist. Möglich vor dem Annahmeschluss; der Spediteur kann dafür Kosten berechnen.",
    units_may_be_gone: "Die Stücke können inzwischen vergeben sein; dann misslingt es.",
    until_issued: "Möglich, bis die Ware das Lager verlassen hat. Danach ist eine Umlagerung zurück nötig.",
    booking_first:
      "Die Sendung dazu ist gebucht. Machen Sie zuerst die Buchung rückgängig: Bis die Sendung storniert ist, wird dies abgelehnt.",
    carrier_may_charge: "Möglich vor dem Annahmeschluss; der Spediteur kann dafür Kosten berechnen.",
    while_not_loaded: "Möglich, solange nichts geladen ist.",
    if_space_is_left: "Möglich, wenn die frühere Verbindung noch Platz hat.",
    authority_decides: "Der Zoll entscheidet; was abgegeben wurde, bleibt dort vermerkt.",
  },
  /** In place of the offer, before the link to the request. */
  undoBy: {
    undone: "Schon zurückgenommen.",
    undo_asked: "Die Rücknahme ist verlangt; die Gegenseite hat noch nicht zugestimmt.",
    undo_under_way: "Die Rücknahme ist verlangt und unterwegs.",
  },
  undoBecause: {
    count_again: "Der alte Bestand würde auch spätere Bewegungen auslöschen. Zählen Sie neu.",
    stock_was_joined_or_locked: "der Bestand wurde mit anderem vereint oder darf nicht zurück.",
    supplier_was_asked: "der Lieferant hat die Bestellung. Stornieren Sie dort.",
    people_were_asked: "Menschen wurden um eine Zählung gebeten. Sagen Sie Bescheid.",
    transfer_was_cancelled: "die Umlagerung wurde damit abgebrochen. Fragen Sie eine neue an.",
    no_service_before: "es gab vorher keine Verbindung.",
    goods_go_the_new_way: "die Ware geht den neuen Weg. Fragen Sie eine weitere Umleitung an.",
    book_anew: "eine stornierte Sendung bleibt storniert. Buchen Sie neu.",
    screening_is_closed: "eine entschiedene Prüfung öffnet nur die Compliance wieder.",
    draft_binds_nobody: "ein Entwurf bindet niemanden; er kann neu entworfen werden.",
    lodge_anew: "eine ungültig erklärte Anmeldung bleibt ungültig. Geben Sie eine neue ab.",
    evidence_was_sent: "der Zoll hat den Nachweis.",
    nothing_was_done: "die Gegenseite hat abgelehnt, also wurde nichts getan.",
    no_opposite_action: "es gibt keine umgekehrte Handlung.",
  },
};
