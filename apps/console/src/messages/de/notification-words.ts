import type { notificationWords as english } from "../en/notification-words.ts";
import type { Widen } from "../message-type.ts";

/** German words of the page about being told. */
export const notificationWords: Widen<typeof english> = {
  notifications: "Benachrichtigungen",
  notificationsLead:
    "Wie Sie davon erfahren, wenn Sie nicht hier sind. Nur Sie sehen das. Per Mail oder Webhook lässt sich nichts entscheiden.",
  notifyWhen: "Wann",
  notifyLanguage: "Sprache der Nachrichten",
  notifyDigest: "Wie oft",
  digestEvery: (minutes) =>
    minutes === 0
      ? "jede sofort"
      : minutes < 60
        ? `gesammelt, alle ${minutes} Minuten`
        : minutes === 60
          ? "gesammelt, jede Stunde"
          : `gesammelt, alle ${minutes / 60} Stunden`,
  quietOn: "Ruhezeit: dann nichts melden, danach alles zusammen",
  quietFrom: "Von",
  quietTo: "Bis",
  quietZone: "Zeitzone",
  quietUrgent: "Dringendes trotzdem",
  notifyUrgentMeans: "Dringend ist, was bald abläuft und was an Ihre Rolle weitergegeben wurde. Dringendes wird nie gesammelt.",
  notifyOf: "Melden, wenn",
  notifyEvents: {
    "approval.requested": "etwas meine Entscheidung braucht",
    "approval.expiring": "es bald abläuft",
    "approval.escalated": "es an meine Rolle weitergegeben wurde",
    "approval.decided": "über meine Anfrage entschieden ist",
    "approval.expired": "es ohne Entscheidung abgelaufen ist",
    "approval.stale": "sich die Lage geändert hat und neu geprüft wird",
  },
  notifyMail: "E-Mail",
  notifyMailOn: "Per E-Mail melden",
  notifyMailLead: "Zuerst kommt eine Mail mit einem Code, damit feststeht, dass die Adresse Ihre ist.",
  notifyMailNone: "Diese Installation verschickt keine E-Mails. Wer sie betreibt, kann einen Mailserver einrichten.",
  notifyAddress: "Adresse",
  notifyCodeSent: "Dorthin geht nichts, bis Sie den Code eingeben; er steht in der Mail an",
  notifyCode: "Code, 8 Ziffern",
  notifyConfirm: "Bestätigen",
  notifyWebhook: "Webhook",
  notifyWebhookOn: "Eine eigene Adresse aufrufen",
  notifyWebhookLead: (hosts) => `Eine unterschriebene Nachricht an eine Adresse bei: ${hosts}.`,
  notifyWebhookNone: "Zuerst muss die Administration einen Rechnernamen erlauben.",
  notifyUrl: "Adresse, nur https",
  webhookKey: "Der Schlüssel des neuen Webhooks. Er wird nur jetzt gezeigt: Bewahren Sie ihn dort auf, wo die Nachrichten geprüft werden.",
  notifyStopped:
    "Dorthin geht nichts mehr: Der Empfänger ist fort oder tagelang ausgefallen. Speichern Sie eine Änderung, um neu zu beginnen.",
  notifyMissing: {
    address: "Es fehlt eine E-Mail-Adresse.",
    url: "Es fehlt eine Adresse, die mit https:// beginnt.",
    emailEvents: "Wählen Sie, was die Mail melden soll.",
    webhookEvents: "Wählen Sie, was der Webhook melden soll.",
    quietHours: "Die Ruhezeit braucht zwei verschiedene Uhrzeiten.",
  },
  notifySave: "Speichern",
  notifySaved: "Gespeichert.",
  notifyTest: "Test senden",
  notifyTestSent: "Ein Test ist unterwegs.",
  notifySent: "Zuletzt gesendet",
  notifySentNone: "Noch wurde nichts gesendet.",
  notifyMessages: {
    "approval.requested": "Etwas braucht eine Entscheidung",
    "approval.expiring": "Läuft bald ab",
    "approval.escalated": "An Ihre Rolle weitergegeben",
    "approval.decided": "Entschieden",
    "approval.expired": "Abgelaufen",
    "approval.stale": "Wird neu geprüft",
    "notifications.digest": "Mehreres zusammen",
    "notifications.test": "Test",
    "notifications.confirm": "Code für Ihre Adresse",
  },
  deliveryState: { waiting: "unterwegs", sent: "gesendet", failed: "gescheitert" },
};
