import type { NoteKind } from "../notes/note.ts";

export interface MailWords {
  subject: Record<NoteKind, string>;
  digest(count: number): string;
  test: string;
  testText(by: string): string;
  confirm: string;
  confirmText(code: string, minutes: number): string;
  requester: string;
  decideBy: string;
  approved: string;
  rejected: string;
  by: string;
  reason: string;
  because: string;
  open: string;
  more(count: number): string;
  settled(count: number): string;
  why: string;
}

/** The words of a mail in each language. */
export const MAIL_WORDS: Record<"en" | "de", MailWords> = {
  en: {
    subject: {
      "approval.requested": "To decide",
      "approval.expiring": "Runs out soon",
      "approval.escalated": "Passed on to you",
      "approval.expired": "Expired, nothing was executed",
      "approval.decided": "Decided",
      "approval.stale": "The world changed, it is looked at anew",
    },
    digest: (count) => `${count} ${count === 1 ? "thing" : "things"} from the approvals queue`,
    test: "Test of your notifications",
    testText: (by) => `${by} asked for this test. Notifications arrive here.`,
    confirm: "Confirm this address",
    confirmText: (code, minutes) =>
      `Your code is ${code}. It is good for ${minutes} minutes. If you did not ask for notifications, do nothing: none will be sent here.`,
    requester: "Asked for by",
    decideBy: "Decide until",
    approved: "Approved",
    rejected: "Rejected",
    by: "by",
    reason: "Reason",
    because: "What changed",
    open: "Look at it",
    more: (count) => `and ${count} more in the queue`,
    settled: (count) => `${count} more ${count === 1 ? "was" : "were"} settled meanwhile`,
    why: "You get this because notifications are on in your settings. Nothing can be decided by answering this mail.",
  },
  de: {
    subject: {
      "approval.requested": "Zu entscheiden",
      "approval.expiring": "Läuft bald ab",
      "approval.escalated": "An Sie weitergegeben",
      "approval.expired": "Abgelaufen, nichts wurde ausgeführt",
      "approval.decided": "Entschieden",
      "approval.stale": "Die Lage hat sich geändert, es wird neu geprüft",
    },
    digest: (count) => `${count} ${count === 1 ? "Meldung" : "Meldungen"} aus der Freigabeliste`,
    test: "Test Ihrer Benachrichtigungen",
    testText: (by) => `${by} hat diesen Test angefordert. Benachrichtigungen kommen hier an.`,
    confirm: "Bestätigen Sie diese Adresse",
    confirmText: (code, minutes) =>
      `Ihr Code ist ${code}. Er gilt ${minutes} Minuten. Wenn Sie keine Benachrichtigungen wollten, tun Sie nichts: Es werden keine hierher gesendet.`,
    requester: "Angefordert von",
    decideBy: "Zu entscheiden bis",
    approved: "Freigegeben",
    rejected: "Abgelehnt",
    by: "von",
    reason: "Grund",
    because: "Was sich geändert hat",
    open: "Ansehen",
    more: (count) => `und ${count} weitere in der Liste`,
    settled: (count) => `${count} weitere ${count === 1 ? "hat" : "haben"} sich inzwischen erledigt`,
    why: "Sie erhalten dies, weil in Ihren Einstellungen Benachrichtigungen an sind. Mit einer Antwort auf diese Mail lässt sich nichts entscheiden.",
  },
};
