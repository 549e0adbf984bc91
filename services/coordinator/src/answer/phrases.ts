import type { Language } from "@quartermaster/shared/contracts";

/** Sentences of an answer. Values are put in by code; a model never writes them. */
export interface Phrases {
  done: (what: string) => string;
  planned: (what: string) => string;
  rejected: (what: string, by: string, reason: string) => string;
  expired: (what: string) => string;
  cancelled: (what: string) => string;
  skipped: (what: string) => string;
  stale: (what: string) => string;
  failed: (what: string, why: string) => string;
  unknown: (what: string) => string;
  undoWith: (tool: string) => string;
  /** Heads what requests did that this one replaces. */
  doneBefore: string;
  /** The same, where the cancelling came when it was done or under way. */
  cancelTooLate: string;
  /** Of a request that this one replaces: it was told to run, and nothing is known of it yet. */
  toldToRun: (what: string) => string;
  reason: string;
  noReason: string;
  refused: (why: string) => string;
  /** A part of the request that came to nothing beside what was done. */
  refusedPart: (why: string) => string;
  /** Answers words that order nothing and ask for nothing. */
  told: string;
  nothingDone: string;
  /** In its place when a request that this one replaces did something. */
  nothingMore: string;
  /** Heads the answer of a dry run. */
  dryRun: string;
  notFound: string;
  notLookedUp: string;
  noRecord: string;
  agentMissing: (agent: string, status: string) => string;
  sources: string;
  receipt: string;
  openIssue: string;
  answerHeld: string;
}

export const PHRASES: Record<Language, Phrases> = {
  en: {
    done: (what) => `Done: ${what}.`,
    planned: (what) => `Would be done: ${what}.`,
    rejected: (what, by, reason) => `Rejected by ${by}: ${what}. ${reason}`,
    expired: (what) => `Nobody decided in time, so nothing was done: ${what}.`,
    cancelled: (what) => `Cancelled before it was done: ${what}.`,
    skipped: (what) => `Not done, because an earlier step did not succeed: ${what}.`,
    stale: (what) => `Not done, because the records changed meanwhile: ${what}.`,
    failed: (what, why) => `Failed: ${what} (${why}).`,
    unknown: (what) => `Outcome unknown, a person must look: ${what}.`,
    undoWith: (tool) => `Can be undone with ${tool}.`,
    doneBefore: "Already done before this message, and still in force:",
    cancelTooLate: "The cancelling came too late for this, which is done and still in force:",
    toldToRun: (what) => `Told to run before this message, its outcome is not known yet: ${what}.`,
    reason: "Reason",
    noReason: "No reason was given.",
    refused: (why) => `This cannot be done: ${why}.`,
    refusedPart: (why) => `Not done: ${why}.`,
    told: "Understood. This orders nothing, so nothing was changed: what was ordered before stays as it is. To change it, say what is to be done.",
    nothingDone: "Nothing was done.",
    nothingMore: "Nothing more was done.",
    dryRun: "This was a dry run: nothing was done.",
    notFound: "Not found: no record matches.",
    notLookedUp: "Nothing was looked up, so there is no answer to this. Please ask again.",
    noRecord: "No record was read for this.",
    agentMissing: (agent, status) => `${agent} could not answer (${status}), so its part is missing.`,
    sources: "Records",
    receipt: "receipt",
    openIssue: "Open issue",
    answerHeld: "What the records say:",
  },
  de: {
    done: (what) => `Erledigt: ${what}.`,
    planned: (what) => `Würde ausgeführt: ${what}.`,
    rejected: (what, by, reason) => `Von ${by} abgelehnt: ${what}. ${reason}`,
    expired: (what) => `Niemand hat rechtzeitig entschieden, es wurde nichts ausgeführt: ${what}.`,
    cancelled: (what) => `Vor der Ausführung abgebrochen: ${what}.`,
    skipped: (what) => `Nicht ausgeführt, weil ein früherer Schritt nicht gelang: ${what}.`,
    stale: (what) => `Nicht ausgeführt, weil sich die Daten inzwischen geändert haben: ${what}.`,
    failed: (what, why) => `Fehlgeschlagen: ${what} (${why}).`,
    unknown: (what) => `Ausgang unbekannt, bitte prüfen: ${what}.`,
    undoWith: (tool) => `Rückgängig mit ${tool}.`,
    doneBefore: "Vor dieser Nachricht schon ausgeführt und weiterhin gültig:",
    cancelTooLate: "Für Folgendes kam der Abbruch zu spät, es ist ausgeführt und weiterhin gültig:",
    toldToRun: (what) => `Vor dieser Nachricht schon beauftragt, Ausgang noch nicht bekannt: ${what}.`,
    reason: "Grund",
    noReason: "Ohne Angabe von Gründen.",
    refused: (why) => `Das geht nicht: ${why}.`,
    refusedPart: (why) => `Nicht ausgeführt: ${why}.`,
    told: "Verstanden. Das ist kein Auftrag, es wurde also nichts geändert: Was vorher beauftragt wurde, bleibt, wie es ist. Zum Ändern bitte sagen, was geschehen soll.",
    nothingDone: "Es wurde nichts ausgeführt.",
    nothingMore: "Weiter wurde nichts ausgeführt.",
    dryRun: "Das war ein Probelauf: Es wurde nichts ausgeführt.",
    notFound: "Nicht gefunden: kein Datensatz passt.",
    notLookedUp: "Es wurde nichts nachgesehen, darum gibt es hierauf keine Antwort. Bitte noch einmal fragen.",
    noRecord: "Hierfür wurde kein Datensatz gelesen.",
    agentMissing: (agent, status) => `${agent} konnte nicht antworten (${status}), sein Teil fehlt.`,
    sources: "Datensätze",
    receipt: "Beleg",
    openIssue: "Offener Punkt",
    answerHeld: "Das sagen die Datensätze:",
  },
  fr: {
    done: (what) => `Fait : ${what}.`,
    planned: (what) => `Serait fait : ${what}.`,
    rejected: (what, by, reason) => `Refusé par ${by} : ${what}. ${reason}`,
    expired: (what) => `Personne n'a décidé à temps, rien n'a été fait : ${what}.`,
    cancelled: (what) => `Annulé avant exécution : ${what}.`,
    skipped: (what) => `Non exécuté, car une étape précédente n'a pas abouti : ${what}.`,
    stale: (what) => `Non exécuté, car les données ont changé entre-temps : ${what}.`,
    failed: (what, why) => `Échec : ${what} (${why}).`,
    unknown: (what) => `Issue inconnue, à vérifier par une personne : ${what}.`,
    undoWith: (tool) => `Réversible avec ${tool}.`,
    doneBefore: "Déjà exécuté avant ce message, et toujours en vigueur :",
    cancelTooLate: "L'annulation est arrivée trop tard pour ceci, exécuté et toujours en vigueur :",
    toldToRun: (what) => `Déjà lancé avant ce message, issue pas encore connue : ${what}.`,
    reason: "Motif",
    noReason: "Sans motif indiqué.",
    refused: (why) => `Ce n'est pas possible : ${why}.`,
    refusedPart: (why) => `Pas fait : ${why}.`,
    told: "Compris. Ce n'est pas un ordre, rien n'a donc été modifié : ce qui était demandé reste tel quel. Pour le changer, dites ce qu'il faut faire.",
    nothingDone: "Rien n'a été fait.",
    nothingMore: "Rien d'autre n'a été fait.",
    dryRun: "C'était un essai à blanc : rien n'a été exécuté.",
    notFound: "Introuvable : aucun enregistrement ne correspond.",
    notLookedUp: "Rien n'a été consulté, il n'y a donc pas de réponse. Veuillez reposer la question.",
    noRecord: "Aucun enregistrement n'a été lu pour cela.",
    agentMissing: (agent, status) => `${agent} n'a pas pu répondre (${status}), sa partie manque.`,
    sources: "Enregistrements",
    receipt: "reçu",
    openIssue: "Point ouvert",
    answerHeld: "Ce que disent les enregistrements :",
  },
  es: {
    done: (what) => `Hecho: ${what}.`,
    planned: (what) => `Se haría: ${what}.`,
    rejected: (what, by, reason) => `Rechazado por ${by}: ${what}. ${reason}`,
    expired: (what) => `Nadie decidió a tiempo, no se hizo nada: ${what}.`,
    cancelled: (what) => `Cancelado antes de ejecutarse: ${what}.`,
    skipped: (what) => `No ejecutado, porque un paso anterior no tuvo éxito: ${what}.`,
    stale: (what) => `No ejecutado, porque los datos cambiaron entretanto: ${what}.`,
    failed: (what, why) => `Falló: ${what} (${why}).`,
    unknown: (what) => `Resultado desconocido, debe revisarlo una persona: ${what}.`,
    undoWith: (tool) => `Se puede deshacer con ${tool}.`,
    doneBefore: "Ya hecho antes de este mensaje y sigue vigente:",
    cancelTooLate: "La cancelación llegó tarde para esto, que está hecho y sigue vigente:",
    toldToRun: (what) => `Ya ordenado antes de este mensaje, resultado aún desconocido: ${what}.`,
    reason: "Motivo",
    noReason: "Sin motivo indicado.",
    refused: (why) => `No es posible: ${why}.`,
    refusedPart: (why) => `No hecho: ${why}.`,
    told: "Entendido. Esto no es una orden, así que no se cambió nada: lo pedido antes queda como está. Para cambiarlo, diga qué hay que hacer.",
    nothingDone: "No se hizo nada.",
    nothingMore: "No se hizo nada más.",
    dryRun: "Era una simulación: no se ha ejecutado nada.",
    notFound: "No encontrado: ningún registro coincide.",
    notLookedUp: "No se consultó nada, así que no hay respuesta. Pregunte de nuevo, por favor.",
    noRecord: "No se leyó ningún registro para esto.",
    agentMissing: (agent, status) => `${agent} no pudo responder (${status}), falta su parte.`,
    sources: "Registros",
    receipt: "recibo",
    openIssue: "Asunto pendiente",
    answerHeld: "Lo que dicen los registros:",
  },
  nl: {
    done: (what) => `Gedaan: ${what}.`,
    planned: (what) => `Zou gebeuren: ${what}.`,
    rejected: (what, by, reason) => `Afgewezen door ${by}: ${what}. ${reason}`,
    expired: (what) => `Niemand besliste op tijd, er is niets gedaan: ${what}.`,
    cancelled: (what) => `Geannuleerd vóór uitvoering: ${what}.`,
    skipped: (what) => `Niet uitgevoerd, omdat een eerdere stap niet lukte: ${what}.`,
    stale: (what) => `Niet uitgevoerd, omdat de gegevens intussen zijn gewijzigd: ${what}.`,
    failed: (what, why) => `Mislukt: ${what} (${why}).`,
    unknown: (what) => `Uitkomst onbekend, iemand moet kijken: ${what}.`,
    undoWith: (tool) => `Terug te draaien met ${tool}.`,
    doneBefore: "Al uitgevoerd vóór dit bericht en nog van kracht:",
    cancelTooLate: "De annulering kwam te laat voor het volgende, dat is uitgevoerd en nog van kracht:",
    toldToRun: (what) => `Al in gang gezet vóór dit bericht, uitkomst nog niet bekend: ${what}.`,
    reason: "Reden",
    noReason: "Zonder opgaaf van reden.",
    refused: (why) => `Dit kan niet: ${why}.`,
    refusedPart: (why) => `Niet gedaan: ${why}.`,
    told: "Begrepen. Dit is geen opdracht, er is dus niets gewijzigd: wat eerder is gevraagd blijft zoals het is. Zeg wat er moet gebeuren om het te wijzigen.",
    nothingDone: "Er is niets gedaan.",
    nothingMore: "Verder is er niets gedaan.",
    dryRun: "Dit was een proefrun: er is niets uitgevoerd.",
    notFound: "Niet gevonden: geen enkel record past.",
    notLookedUp: "Er is niets opgezocht, dus er is geen antwoord. Stel de vraag opnieuw, alstublieft.",
    noRecord: "Hiervoor is geen record gelezen.",
    agentMissing: (agent, status) => `${agent} kon niet antwoorden (${status}), dat deel ontbreekt.`,
    sources: "Records",
    receipt: "bewijs",
    openIssue: "Open punt",
    answerHeld: "Wat de records zeggen:",
  },
};
