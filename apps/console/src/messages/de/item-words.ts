import type { itemWords as english } from "../en/item-words.ts";
import type { Widen } from "../message-type.ts";

/** German words for what else can be done with an item. */
export const itemWords: Widen<typeof english> = {
  itemMore: "Mehr",
  itemDone: {
    claim: "Übernommen.",
    release: "Zurückgegeben.",
    delegate: "Weitergegeben.",
    comments: "Kommentar gespeichert.",
    edits: "Gesendet. Eine neue Karte folgt, über die entschieden wird.",
  },
  keyClaim: "übernehmen oder zurückgeben",
  keyEdit: "weniger verlangen",
  delegate: "Weitergeben…",
  delegateTitle: "Weitergeben",
  delegateLead: "An jemanden, der entscheiden darf. Die anfragende Person darf es nie.",
  delegateTo: "Person, zum Beispiel stock.bea",
  delegateSend: "Weitergeben",
  delegateCannot: "Diese Person darf darüber nicht entscheiden.",
  comment: "Kommentieren…",
  commentLead: "Für die Menschen, die diesen Eintrag ansehen. Er entscheidet nichts, und kein Agent liest ihn.",
  commentText: "Kommentar",
  commentSend: "Kommentar speichern",
  comments: "Kommentare",
  editOpen: "Weniger verlangen…",
  editTitle: (headline) => `Weniger als „${headline}“ verlangen`,
  editLead:
    "Kleinere Mengen oder weniger Zeilen, sonst nichts. Der Schritt und was daran hängt werden neu geplant; über die neue Karte wird entschieden.",
  editOfAtMost: (quantity, unit) => `von höchstens ${quantity} ${unit}`,
  editLeaveOut: "diese Zeile weglassen",
  editNothing: "Diese Anweisung hat keine Menge, die kleiner sein könnte. Lehnen Sie ab und sagen Sie, was stattdessen gewünscht ist.",
  editSend: "Mit weniger planen",
  editUnderWay: (user) => `${user} verlangt weniger; es wird neu geplant:`,
  editedBy: (user) => `${user} verlangt weniger:`,
  editFaults: {
    not_decimal: "Das ist keine Zahl. Schreiben Sie sie mit Ziffern und einem Punkt.",
    not_positive: "Es muss mehr als 0 sein.",
    more_than_before: "Es darf nicht mehr sein als vorher.",
    none_left: "Mindestens eine Zeile muss bleiben.",
    not_there_before: "Das gab es vorher nicht.",
    must_stay: "Das muss bleiben, wie es ist.",
    nothing_less: "Nichts ist weniger als vorher.",
    changes_more: "Damit würde sich mehr ändern als auf der Karte.",
  },
};
