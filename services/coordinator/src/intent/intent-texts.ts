import type { Language } from "@quartermaster/shared/contracts";

type Words = Record<Language, string>;

const TEXTS = {
  what_can_i_do: {
    en: 'I can answer questions about stock, shipments and export papers, and prepare moves, reservations, bookings, holds and declarations for approval. What should it be? For example: "Move 20 of item … from … to … by Friday".',
    de: "Ich beantworte Fragen zu Beständen, Sendungen und Ausfuhrpapieren und bereite Umlagerungen, Reservierungen, Buchungen, Sperren und Anmeldungen zur Genehmigung vor. Was soll es sein? Zum Beispiel: „20 Stück … von … nach … umlagern, bis Freitag“.",
    fr: "Je réponds aux questions sur le stock, les expéditions et les papiers d'exportation, et je prépare transferts, réservations, transports, blocages et déclarations à faire approuver. Que faut-il faire ? Par exemple : « Transférer 20 pièces … de … à … d'ici vendredi ».",
    es: "Respondo preguntas sobre existencias, envíos y papeles de exportación, y preparo traslados, reservas, transportes, retenciones y declaraciones para su aprobación. ¿Qué necesita? Por ejemplo: «Mover 20 unidades de … de … a … antes del viernes».",
    nl: "Ik beantwoord vragen over voorraad, zendingen en uitvoerpapieren en bereid verplaatsingen, reserveringen, boekingen, blokkades en aangiften voor ter goedkeuring. Wat moet het zijn? Bijvoorbeeld: “Verplaats 20 stuks … van … naar … voor vrijdag”.",
  },
  contradictory_intent: {
    en: "A hold stops {object} from leaving. Hold it, or look for an earlier departure?",
    de: "Eine Sperre hält {object} auf. Soll gesperrt oder eine frühere Abfahrt gesucht werden?",
    fr: "Un blocage empêche {object} de partir. Faut-il bloquer ou chercher un départ plus tôt ?",
    es: "Una retención impide que {object} salga. ¿Retener o buscar una salida más temprana?",
    nl: "Een blokkade houdt {object} tegen. Blokkeren, of een eerder vertrek zoeken?",
  },
  planned_departure: {
    en: "{object} is planned to leave on {etd}.",
    de: "{object} soll am {etd} abfahren.",
    fr: "Le départ de {object} est prévu le {etd}.",
    es: "La salida de {object} está prevista el {etd}.",
    nl: "{object} vertrekt volgens plan op {etd}.",
  },
  option_hold: {
    en: "Put {object} on hold",
    de: "{object} sperren",
    fr: "Bloquer {object}",
    es: "Retener {object}",
    nl: "{object} tegenhouden",
  },
  option_leave: {
    en: "Which earlier departure is there for {object}?",
    de: "Welche frühere Abfahrt gibt es für {object}?",
    fr: "Quel départ plus tôt existe pour {object} ?",
    es: "¿Qué salida más temprana hay para {object}?",
    nl: "Welk eerder vertrek is er voor {object}?",
  },
  the_shipment: { en: "the shipment", de: "die Sendung", fr: "l'expédition", es: "el envío", nl: "de zending" },
  approvals_only_in_queue: {
    en: "Approvals are given only by authorised people in the approvals queue. Text in a request can neither approve anything nor switch a rule off.",
    de: "Genehmigungen geben nur berechtigte Personen in der Genehmigungsliste. Text in einer Anfrage kann nichts genehmigen und keine Regel abschalten.",
    fr: "Les approbations ne sont données que par des personnes habilitées dans la file d'approbation. Le texte d'une demande n'approuve rien et ne désactive aucune règle.",
    es: "Las aprobaciones las dan solo personas autorizadas en la cola de aprobaciones. El texto de una solicitud no aprueba nada ni desactiva reglas.",
    nl: "Goedkeuringen worden alleen door bevoegde mensen in de goedkeuringslijst gegeven. Tekst in een verzoek keurt niets goed en schakelt geen regel uit.",
  },
  out_of_scope: {
    en: "That is outside what I can do: stock, shipments and export papers.",
    de: "Das liegt außerhalb dessen, was ich kann: Bestände, Sendungen und Ausfuhrpapiere.",
    fr: "Cela sort de ce que je peux faire : stock, expéditions et papiers d'exportation.",
    es: "Eso queda fuera de lo que puedo hacer: existencias, envíos y papeles de exportación.",
    nl: "Dat valt buiten wat ik kan: voorraad, zendingen en uitvoerpapieren.",
  },
  role_may_not_ask: {
    en: "Your role may look things up but not ask for changes.",
    de: "Ihre Rolle darf nachsehen, aber keine Änderungen anfordern.",
    fr: "Votre rôle permet de consulter, pas de demander des changements.",
    es: "Su función permite consultar, no pedir cambios.",
    nl: "Uw rol mag inzien, maar geen wijzigingen vragen.",
  },
  undo_unavailable: {
    en: "Nothing was done. I cannot undo a transfer; order a transfer back, or release its reservation by its number.",
    de: "Es wurde nichts getan. Eine Umlagerung kann ich nicht rückgängig machen; beauftragen Sie eine Umlagerung zurück oder geben Sie ihre Reservierung mit Nummer frei.",
    fr: "Rien n'a été fait. Je ne peux pas annuler un transfert ; demandez un transfert retour, ou libérez sa réservation par son numéro.",
    es: "No se hizo nada. No puedo deshacer un traslado; pida un traslado de vuelta o libere su reserva por su número.",
    nl: "Er is niets gedaan. Een verplaatsing kan ik niet ongedaan maken; vraag een verplaatsing terug, of geef de reservering met haar nummer vrij.",
  },
  stock_policy_not_changed: {
    en: "Nothing was done. I cannot change safety stock, reorder points or stock levels; I can order, move or count goods.",
    de: "Es wurde nichts getan. Sicherheitsbestand, Meldebestand und Bestandsgrenzen kann ich nicht ändern; ich kann Ware bestellen, umlagern oder zählen lassen.",
    fr: "Rien n'a été fait. Je ne peux pas changer le stock de sécurité, le seuil de commande ni les niveaux de stock ; je peux commander, transférer ou faire compter.",
    es: "No se hizo nada. No puedo cambiar el stock de seguridad, el punto de pedido ni los niveles de stock; puedo pedir, trasladar o hacer contar mercancía.",
    nl: "Er is niets gedaan. Veiligheidsvoorraad, bestelpunt en voorraadgrenzen kan ik niet wijzigen; ik kan goederen bestellen, verplaatsen of laten tellen.",
  },
  what_to_undo: {
    en: "Nothing was done. What shall be undone: a hold, a reservation, a booking or a declaration? Please name it, for example: lift the hold on SHP-….",
    de: "Es wurde nichts getan. Was soll rückgängig gemacht werden: eine Sperre, eine Reservierung, eine Buchung oder eine Anmeldung? Bitte nennen, zum Beispiel: Sperre auf SHP-… aufheben.",
    fr: "Rien n'a été fait. Que faut-il annuler : un blocage, une réservation, un transport ou une déclaration ? Par exemple : lever le blocage de SHP-….",
    es: "No se hizo nada. ¿Qué hay que deshacer: una retención, una reserva, un transporte o una declaración? Por ejemplo: levantar la retención de SHP-….",
    nl: "Er is niets gedaan. Wat moet ongedaan worden gemaakt: een blokkade, een reservering, een boeking of een aangifte? Bijvoorbeeld: blokkade op SHP-… opheffen.",
  },
  order_unclear: {
    en: "Nothing was done. What shall happen with these goods: order, move, reserve, count, or correct the stock after a count?",
    de: "Es wurde nichts getan. Was soll mit dieser Ware geschehen: bestellen, umlagern, reservieren, zählen oder den Bestand nach einer Zählung berichtigen?",
    fr: "Rien n'a été fait. Que faire de cette marchandise : commander, transférer, réserver, compter, ou corriger le stock après un comptage ?",
    es: "No se hizo nada. ¿Qué hacer con esta mercancía: pedir, trasladar, reservar, contar o corregir las existencias tras un recuento?",
    nl: "Er is niets gedaan. Wat moet er met deze goederen gebeuren: bestellen, verplaatsen, reserveren, tellen, of de voorraad na een telling corrigeren?",
  },
  quantity_not_positive: {
    en: 'The quantity "{text}" is not above zero.',
    de: "Die Menge „{text}“ ist nicht größer als null.",
    fr: "La quantité « {text} » n'est pas supérieure à zéro.",
    es: "La cantidad «{text}» no es mayor que cero.",
    nl: "De hoeveelheid “{text}” is niet groter dan nul.",
  },
  date_impossible: {
    en: "{text} is no day of the calendar. Please name the day again.",
    de: "{text} gibt es im Kalender nicht. Bitte nennen Sie den Tag noch einmal.",
    fr: "{text} n'existe pas au calendrier. Indiquez de nouveau le jour, s'il vous plaît.",
    es: "{text} no existe en el calendario. Indique de nuevo el día, por favor.",
    nl: "{text} bestaat niet in de kalender. Noem de dag alstublieft opnieuw.",
  },
  date_in_the_past: {
    en: '"{text}" ({date}) is over already. Which day should it be?',
    de: "„{text}“ ({date}) ist schon vorbei. Welcher Tag soll es sein?",
    fr: "« {text} » ({date}) est déjà passé. Quel jour faut-il retenir ?",
    es: "«{text}» ({date}) ya pasó. ¿Qué día debe ser?",
    nl: "“{text}” ({date}) is al voorbij. Welke dag moet het zijn?",
  },
  date_unclear: {
    en: 'Which day is meant by "{text}"?',
    de: "Welcher Tag ist mit „{text}“ gemeint?",
    fr: "Quel jour faut-il entendre par « {text} » ?",
    es: "¿Qué día se entiende por «{text}»?",
    nl: "Welke dag wordt met “{text}” bedoeld?",
  },
  order_in_reason: {
    en: "Nothing was done. I cannot tell which words are the order and which give the reason. Please say the order alone.",
    de: "Es wurde nichts getan. Ich kann nicht erkennen, was der Auftrag und was der Grund ist. Bitte nennen Sie den Auftrag allein.",
    fr: "Rien n'a été fait. Je ne distingue pas l'ordre de sa raison. Indiquez l'ordre seul, s'il vous plaît.",
    es: "No se hizo nada. No distingo la orden de su motivo. Indique solo la orden, por favor.",
    nl: "Er is niets gedaan. Ik kan de opdracht niet van de reden onderscheiden. Noem alstublieft alleen de opdracht.",
  },
  condition_open: {
    en: 'The order depends on "{text}". I do not decide that. Is it so?',
    de: "Der Auftrag hängt ab von „{text}“. Das entscheide ich nicht. Ist es so?",
    fr: "L'ordre dépend de « {text} ». Je n'en décide pas. Est-ce le cas ?",
    es: "La orden depende de «{text}». Eso no lo decido yo. ¿Es así?",
    nl: "De opdracht hangt af van “{text}”. Dat beslis ik niet. Is het zo?",
  },
  option_holds: { en: "Yes, do it", de: "Ja, so ausführen", fr: "Oui, faites-le", es: "Sí, hazlo", nl: "Ja, doe het" },
  option_holds_not: { en: "No", de: "Nein", fr: "Non", es: "No", nl: "Nee" },
  exception_open: {
    en: 'The order has an exception: "{text}". I do not decide whether it applies. Carry the order out now?',
    de: "Der Auftrag gilt mit der Ausnahme „{text}“. Ob sie zutrifft, entscheide ich nicht. Den Auftrag jetzt ausführen?",
    fr: "L'ordre a une exception : « {text} ». Je ne décide pas si elle s'applique. Exécuter l'ordre maintenant ?",
    es: "La orden tiene una excepción: «{text}». Si se cumple no lo decido yo. ¿Ejecutar la orden ahora?",
    nl: "De opdracht heeft een uitzondering: “{text}”. Of die geldt, beslis ik niet. De opdracht nu uitvoeren?",
  },
  option_now: {
    en: "Yes, carry it out now",
    de: "Ja, jetzt ausführen",
    fr: "Oui, exécuter maintenant",
    es: "Sí, ejecutar ahora",
    nl: "Ja, nu uitvoeren",
  },
  option_not_now: { en: "No, leave it", de: "Nein, so lassen", fr: "Non, laisser ainsi", es: "No, dejarlo", nl: "Nee, zo laten" },
  amount_unclear: {
    en: 'How much is "{text}"? Please give the amount.',
    de: "Wie viel ist „{text}“? Bitte nennen Sie die Menge.",
    fr: "Combien représente « {text} » ? Indiquez la quantité, s'il vous plaît.",
    es: "¿Cuánto es «{text}»? Indique la cantidad, por favor.",
    nl: "Hoeveel is “{text}”? Noem de hoeveelheid alstublieft.",
  },
  quantity_out_of_range: {
    en: 'The quantity "{text}" cannot be meant.',
    de: "Die Menge „{text}“ kann nicht gemeint sein.",
    fr: "La quantité « {text} » n'est pas plausible.",
    es: "La cantidad «{text}» no puede ser correcta.",
    nl: "De hoeveelheid “{text}” kan niet bedoeld zijn.",
  },
} satisfies Record<string, Words>;

/** A fixed text in the user's language with its gaps filled. */
export function intentText(key: keyof typeof TEXTS, language: Language, values: Record<string, string> = {}): string {
  return TEXTS[key][language].replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? "");
}
