import { CUSTOMS } from "./customs-words.ts";
import { GOODS_VERBS } from "./goods-verbs.ts";
import { PLEAS } from "./pleas.ts";
import { any, en, plural, split, withinSentence } from "./verb-patterns.ts";

/** Kinds of deed that verbs of the five languages name, before it is known what is done to. */
export type VerbClass =
  | "move"
  | "ship"
  | "book"
  | "reserve"
  | "release"
  | "cancel"
  | "hold"
  | "leave"
  | "draft"
  | "fix"
  | "lodge"
  | "change"
  | "reorder"
  | "adjust"
  | "quarantine"
  | "count"
  | "reschedule"
  | "reroute"
  | "invalidate"
  | "evidence"
  | "resolve"
  | "approve"
  | "receive";

const SOURCES: Record<VerbClass, string[]> = {
  ...GOODS_VERBS,
  release: [
    en("release|free|unreserve|unblock|unhold|lift|clear(?=.*\\bhold)"),
    any(
      "haal (?:\\S+ ){0,4}?(?:van|uit) (?:de )?hold|releasing|free up|let go|give back|take (?:\\S+ ){0,4}?off hold|remove (?:the |that )?(?:hold|block|reservation)",
    ),
    any("freigeben|freigabe(?= von| der)|loslassen|auflosen|aufheben|aufgehoben|entsperren|entsperre|lose(?= die)"),
    // "Gib mir die Sperren auf SHP-1" and "laat de blokkade op SHP-1 staan" release nothing: there "auf" and "op" say where.
    split("gib|gebe|geben|gebt", "(?:frei|wieder frei)"),
    split("hebe|heb|heben|lose|losen|losung", "auf"),
    any("liberez|liberer|libere|liberons|levez|lever|leve|debloquez|debloquer|debloque"),
    any("libera|liberar|libere|liberen|liberad|levanta|levantar|levante|desbloquea|desbloquear|desbloquee|suelta|soltar"),
    any("vrijgeven|vrijgegeven|vrijgave|ophef|opheffen|deblokkeer|deblokkeren|vrijmaken"),
    split("geef|laat|maak", "(?:vrij|los)"),
    split("hef", "op"),
  ],
  cancel: [
    en("cancel|scrap|abort|revoke|withdraw|drop|delete"),
    any("cancelling|canceling|call off"),
    plural("stornier|annullier|losch"),
    any("storniere|stornieren|storno|absagen|annulliere|annullieren|widerrufen|loschen|losche"),
    split("sage|sagen", "ab"),
    any("annulez|annuler|annule|annulons|supprimez|supprimer|resiliez"),
    any("anula|anular|anules?|anulen|anulad|cancela|cancelar|canceles?|cancelen|cancelad|suprime|elimina|eliminar"),
    any("annuleer|annuleren|geannuleerd|schrap|schrappen|afzeggen|afgelasten|verwijder|verwijderen"),
    split("zeg|gelast", "af"),
  ],
  hold: [
    "\\b(?:put|place|set|keep|get)\\b[^.;!?]*\\bon (?:an? )?(?:[a-z]+ )?hold\\b",
    "\\b(?:place|put|set) (?:an? )?(?:\\w+ )?hold\\b",
    "(?:^\\s*(?:(?:urgent|urgently|important|attention|note(?: well)?|asap|please|now)\\s*:\\s*)?|\\b(?:please|pls|and|then|so|just|must|to|you|don't|not|never|urgently|now|immediately|also)\\s+)hold(?= (?:it|them|that|this|up|shipment|lot|batch|the (?:lot|batch|shipment|cargo|goods|truck|container)|[a-z]{2,5}-?\\d|back (?:shipment|[a-z]{3}-)))\\b",
    "(?:^\\s*(?:(?:urgent|urgently|important|attention|note(?: well)?|asap|please|now)\\s*:\\s*)?|\\b(?:please|pls|and|then|must|to|now|immediately)\\s+)(?:stop|halt|freeze|pause|suspend|stopp)\\b",
    en("block(?=.*\\b(?:shipment|shp))"),
    "^\\s*stopp?\\b",
    any(
      "anhalten|anzuhalten|(?:angehalten|gesperrt|zuruckgehalten|gestoppt) werden|zuruckhalten|zuruckzuhalten|(?<!\\b(?:die|der|den|alle|aller) )sperren(?! (?:auf|fur|von|zu)\\b)|sperre(?= (?:die|den|das|shp|sendung|bitte|sofort))|stoppen|stoppe|stoppt|auf hold|aufhalten|festhalten|pausieren",
    ),
    split("halte|halt|haltet|halten", "(?:an|zuruck|auf|fest)"),
    any(
      "bloquez|bloquer|bloque(?= )|retenez|retenir|suspendez|suspendre|stoppez|stopper|arretez|arreter|mettez (?:\\S+ ){0,4}?en attente|mettre (?:\\S+ ){0,4}?en attente|gelez|geler",
    ),
    any(
      "bloquea|bloquear|bloquee|retener|reten|retenga|retengan|detener|deten|detenga|detengan|para(?= (?:el envio|shp))|parad|suspende|suspender|pon(?:er|ga|gan|ed)? (?:\\S+ ){0,4}?en espera|paraliza|paralizar",
    ),
    any("tegenhouden|tegen te houden|vasthouden|blokkeer|blokkeren|stop(?= (?:zending|shp|de))|opschorten|on hold zetten|in de wacht"),
    split("houd|hou|zet", "(?:tegen|vast|stil|(?:on|op) hold|in de wacht)"),
  ],
  leave: [
    any(
      "leaves|leave|depart|departs|sails?(?= (?:today|tomorrow|on|as))|goes out|go out|gets out|ship(?:s|ped)? out|flies out|on its way|let (?:it|them) go",
    ),
    any("abfahrt|abfahren|losfahren|auslaufen|rausgeht|rausgehen|raus|abgeht|abgehen|losgeht|ablegen|verladen wird"),
    any("fahrt (?:\\S+ ){0,3}?(?:ab|los)|geht (?:\\S+ ){0,3}?(?:raus|ab|los)"),
    any("part(?:e|ent)?(?= (?:aujourd'hui|demain|ce|quand))|partir|parte|quitte|s'en va"),
    any("sale(?= )|salga|salgan|salir|parta|zarpe|zarpar|se vaya"),
    any("vertrekt|vertrekken|vertrek|weggaat|weggaan|uitvaart|de deur uit"),
  ],
  draft: [
    en("draft|prepare|revise|create|make(?=.*\\bdeclaration)|write|set up|generate|fill in|fill out|redraft"),
    any("drafting|drawing up|draw up|do(?= the (?:export )?(?:papers|paperwork|declaration|customs))"),
    any("vorbereiten|vorbereite|bereite|erstelle|erstellen|anlegen|ausfullen|entwerfen|aufsetzen|vorzubereiten|zu erstellen|ausstellen"),
    split("lege|leg|fulle|setze|bereite|stelle", "(?:an|aus|auf|vor)"),
    any(
      "preparez|preparer|prepare|preparons|etablissez|etablir|redigez|rediger|creez|creer|faites(?=.*\\bdeclaration)|faire(?=.*\\bdeclaration)|remplissez",
    ),
    any(
      "prepara|preparar|prepare|preparen|preparad|redacta|redactar|crea|crear|cree|elabora|elaborar|haz(?=.*\\bdeclaracion)|hacer(?=.*\\bdeclaracion)|rellena",
    ),
    any("opstellen|op te stellen|voorbereiden|voor te bereiden|aanmaken|opmaken|klaarmaken|maak(?=.*\\baangifte)"),
    split("stel|bereid|maak", "(?:op|voor|aan|klaar)"),
  ],
  fix: [
    en("fix|correct|repair|rectify|align"),
    any("put (?:\\S+ ){0,4}?right|sort (?:it |this |that )?out"),
    any("korrigiere|korrigieren|korrigier|berichtige|berichtigen|richtigstellen|in ordnung bringen|anpassen|passe(?=.* an\\b)"),
    any("corrigez|corriger|corrige|rectifiez|rectifier"),
    any("corrige|corregir|corrija|corrijan|corregid|rectifica|rectificar|arregla|arreglar|arregladlo|arreglalo|arregle"),
    any("corrigeer|corrigeren|herstel|herstellen|verbeter|verbeteren|rechtzetten|aanpassen"),
    split("zet|pas", "(?:recht|aan)"),
  ],
  lodge: [
    en("lodge|submit|file|transmit"),
    any("lodging|send (?:\\S+ ){0,4}?to customs|hand (?:\\S+ ){0,3}?in"),
    any("einreichen|einzureichen|eingereicht|abgeben|abzugeben|anmelden|anzumelden|ubermitteln|ubermittle|einreichung"),
    split("reiche|reich|reichen|reicht|gib|gebe|melde|melden|schicke", "(?:ein|ab|an|raus)"),
    any("beim zoll (?:an|ein)\\w*"),
    // "Declare SHP-… for export": alone, the verb may be about anything.
    `\\b(?:declare|declarez|declarer|declara|declarar|declaren)\\b(?=[^.;!?]*\\b${CUSTOMS})`,
    `\\b(?:meld|geef|melden|aangeven)\\b(?=[^.;!?]*\\baan\\b)(?=[^.;!?]*\\b${CUSTOMS})|\\b${CUSTOMS}[^.;!?]*\\b(?:aanmelden|aangeven)\\b`,
    any("deposez|deposer|depose|deposons|soumettez|soumettre|transmettez|transmettre"),
    any("presenta|presentar|presente|presenten|presentad|deposita|depositar|tramita|tramitar"),
    any("indienen|in te dienen|ingediend"),
    split("dien|dient|stuur", "in"),
  ],
  change: [
    en("change|amend|modify|update|adjust(?=.*\\bdeclaration)|increase|decrease|reduce|raise|replace|swap|edit"),
    any(
      "enter(?= )|eintragen|erganze\\w*|renseignez|renseigner|inscrivez|inscrire|ajoutez|ajouter|anade|anadir|anota(?=.*incoterm)|voeg(?=.* toe\\b)|toevoegen",
    ),
    split("trage|trag|vul", "(?:ein|in)"),
    any("wants? \\d+|wants? only \\d+|wants? (?:\\S+ ){0,2}?\\d+ (?:\\S+ ){0,3}?instead|needs? \\d+ (?:\\S+ ){0,4}?instead"),
    any("set(?= (?:\\S+ ){0,6}?to \\d)|make (?:it|that) \\d+|cut(?= (?:\\S+ ){0,6}?(?:to|by) \\d)|lower|bump|adapt"),
    any(
      "(?:will|mochte|braucht|wunscht) (?:\\S+ ){0,3}?\\d+ (?:\\S+ ){0,2}?(?:statt|anstatt)|auf \\d+ (?:\\S+ ){0,3}?(?:setzen|andern|erhohen|reduzieren)|setze(?= (?:\\S+ ){0,6}?auf \\d)|verringere|verringern|senke|senken",
    ),
    any(
      "passez(?= (?:\\S+ ){0,8}?(?:de \\d+ )?a \\d)|passer(?= (?:\\S+ ){0,8}?a \\d)|veut (?:\\S+ ){0,3}?\\d+ (?:\\S+ ){0,3}?au lieu|diminuez|diminuer|ramenez(?= (?:\\S+ ){0,8}?a \\d)|mettez(?= (?:\\S+ ){0,8}?a \\d)",
    ),
    any(
      "quiere (?:\\S+ ){0,3}?\\d+ (?:\\S+ ){0,3}?en (?:vez|lugar)|actualiza(?:lo|la|los|las)|cambialo|modificalo|disminuye|disminuir|baja(?= (?:\\S+ ){0,8}?a \\d)|sube(?= (?:\\S+ ){0,8}?a \\d)|deja(?= (?:\\S+ ){0,8}?en \\d)|pon(?= (?:\\S+ ){0,8}?en \\d)",
    ),
    any("wil (?:\\S+ ){0,3}?\\d+ (?:\\S+ ){0,3}?in plaats|zet(?= (?:\\S+ ){0,8}?op \\d)|breng(?= (?:\\S+ ){0,8}?(?:terug )?naar \\d)"),
    any("andere|andern|geandert|abandern|erhohe|erhohen|reduziere|reduzieren|ersetze|ersetzen|aktualisiere|aktualisieren|tausche|andert"),
    any("modifiez|modifier|modifie|changez|changer|change|amendez|augmentez|augmenter|reduisez|reduire|remplacez|remplacer|actualisez"),
    any(
      "cambia|cambiar|cambie|cambien|modifica|modificar|modifique|aumenta|aumentar|reduce|reducir|sustituye|sustituir|actualiza|actualizar|enmienda|enmendar",
    ),
    any("wijzig|wijzigen|verander|veranderen|verhoog|verhogen|verlaag|verlagen|vervang|vervangen|pas(?=.* aan\\b)|bijwerken|amenderen"),
  ],
  reschedule: [
    en("reschedule|postpone|delay|rebook|re-book|push back|bring forward|advance"),
    "\\b(?:move|put|switch|shift|book)\\b[^.;!?]*\\b(?:next|later|earlier|following|another|other) (?:flight|sailing|vessel|ship|truck|departure|service|train|day|slot)\\b",
    any("take the (?:next|later) (?:sailing|flight|vessel|truck)"),
    "\\b(?:put|move|switch|shift|book|set|setze|buche|verschiebe|mettez|passez|reservez|pon|pasa|cambia|zet|boek|verplaats)\\b[^.;!?]*\\bshp-\\d+\\b[^.;!?]*\\bsvc-\\d+\\b",
    // An amount that is "verschoben" to a place is moved, see there; a shipment or a departure is put off.
    "\\bverschieb(?:e|en|t)?\\b(?=[^.;!?]*\\bshp-\\d)|\\bverschieben\\b(?<=\\bshp-\\d[^.;!?]*)",
    "\\bverschieb(?:e|en|t)?\\b(?<!\\d[^.;!?]*\\bnach\\b[^.;!?]*)(?![^.;!?]*\\d[^.;!?]*\\bnach\\b)",
    // An amount that is "umgebucht" to a place is moved as well.
    "\\bumbuchen\\b(?<!\\d[^.;!?]*\\bnach\\b[^.;!?]*)|\\bshp-\\d[^.;!?]*\\bumbuchen\\b",
    "\\b(?:buche?|bucht)\\b(?=[^.;!?]* um\\b)(?:(?=[^.;!?]*\\bshp-\\d)|(?![^.;!?]*\\d[^.;!?]*\\bnach\\b))",
    any("verlegen auf|spater(?:e|en)? (?:abfahrt|schiff|flug)|nachste(?:n|s)? (?:schiff|flug|abfahrt|lkw)"),
    any(
      "(?:one|a) (?:sailing|departure|flight|vessel|train) later|(?:eine|die) (?:abfahrt|fahrt|tour) spater|retardez|retarder|repoussez|repousser",
    ),
    any("reportez|reporter|decalez|decaler|reprogrammez|reprogrammer|prochain (?:vol|navire|depart|bateau)"),
    any("reprograma|reprogramar|aplaza|aplazar|pospon|posponer|retrasa|retrasar|proximo (?:vuelo|barco|buque)|siguiente (?:vuelo|barco)"),
    split("boek|schuif", "(?:om|op)"),
    any("verzet(?= )|verzetten|uitstellen|omboeken|verplaats naar de volgende|volgende (?:vlucht|afvaart|boot|schip)|verschuif naar"),
  ],
  reroute: [
    en("reroute|re-route|divert|redirect"),
    any("instead of (?:by )?(?:sea|air|road|rail|truck|ship|barge|train|plane|boat)"),
    any(
      "anstatt (?:per |mit dem |auf dem )?(?:schiff|see|seeweg|lkw|flugzeug|bahn)|au lieu (?:du|de la|de l'|d'|de) ?(?:bateau|navire|camion|avion|mer|route|train)|plutot que (?:par )?(?:bateau|mer|avion|camion|route)|en (?:vez|lugar) de(?:l)? (?:por )?(?:barco|mar|avion|camion|carretera|tren|buque)|in plaats van (?:per |met de |met het |over )?(?:schip|boot|zee|vrachtwagen|vliegtuig|trein|weg|truck)",
    ),
    "\\b(?:fly|airfreight|air-freight) (?:it|them|the|those|these|all|\\d)",
    // Another way of transport: "switch it to air freight", "zet hem om naar luchtvracht".
    "\\b(?:switch|change|convert|stell|stelle|stellt|setze|setz|passez|passer|mettez|mettre|basculez|cambia|cambie|pasa|pase|pon|zet|zetten|boek)\\b[^.;!?]*\\b(?:to|onto|auf|en|au|a|al|naar|op)\\s+(?:the |den |het |le |el |fret |flete )?(?:air ?freight|air|sea ?freight|luftfracht|luftweg|seefracht|seeweg|avion|aerien|aereo|maritime|maritimo|luchtvracht|zeevracht|vliegtuig)\\b",
    any("umleiten|leite(?=.* um\\b)|umrouten|umzuleiten|statt (?:per |mit dem )?(?:schiff|see|lkw|flugzeug)"),
    any("deroutez|derouter|reroutez|rerouter|redirigez|rediriger|deviez|devier"),
    any("desvia|desviar|desvie|redirige|redirigir|reencamina"),
    any("omleiden|leid(?=.* om\\b)|omrouteren|herrouteren"),
  ],
  invalidate: [
    en("invalidate|void|annul"),
    any("ungultig machen|fur ungultig erklaren|invalidieren|invalidiere"),
    any("invalidez|invalider|invalide(?= la)|(?:demandez|demander|sollicitez) l'invalidation"),
    any("invalida|invalidar|invalide|(?:pide|solicita|pida) la invalidacion"),
    any("ongeldig maken|ongeldig verklaren|invalideer|invalideren|intrekken"),
    split("trek", "in"),
    split("ziehe?n?", "zuruck"),
    any("(?:retirez|retirer|retira|retirar|retire)(?=.*\\b(?:exd|declaration|declaracion))"),
    any("ungultig (?:erklaren|machen)|zuruckziehen(?=.*anmeldung)"),
  ],
  evidence: [
    any(
      "exit evidence|proof of exit|evidence of exit|ausgangsnachweis|austrittsnachweis|alternativnachweis|preuve de sortie|prueba de salida|uitvoerbewijs|bewijs van uitgang|bewijs van uitvoer",
    ),
  ],
  // Only with a screening beside it: who reads the clause checks that.
  resolve: [
    any("clear|confirm|resolve|close|dismiss|false (?:positive|match|hit|alarm)|true (?:match|positive)"),
    any("klare|klaren|schliese|schliesen|entlaste|entlasten|bestatige|bestatigen|fehltreffer|falscher treffer|echter treffer"),
    any("levez|ecartez|ecarter|confirmez|confirmer|cloturez|classez|faux positif|homonyme"),
    any("resuelve|cierra|descarta|descartar|descarte|confirma|confirmar|confirme|falso positivo|homonimo"),
    any("sluit|bevestig|bevestigen|vals(?:e)? (?:positief|treffer)|loos alarm|verwerp"),
  ],
  approve: PLEAS,
};

/** One pattern a class, over folded text. */
export const VERBS: ReadonlyMap<VerbClass, RegExp> = new Map(
  (Object.entries(SOURCES) as [VerbClass, string[]][]).map(([name, parts]) => [name, new RegExp(withinSentence(parts.join("|")), "g")]),
);
