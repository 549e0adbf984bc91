import { any, en, plural, pluralSplit, split } from "./verb-patterns.ts";

/** Small numbers in words. */
const COUNTED = "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|(?:(?:a|one|another) )?(?:half a )?dozen|another)";
const BOOKS = "\\b(?:buche?|bucht|buchen)";
/** An amount on its way to a place, and no shipment. */
const ONWARDS = "(?![^.;!?]*\\bshp-\\d)(?=[^.;!?]*\\d[^.;!?]*\\bnach\\b)";
/** The particle that makes "umbuchen" of it, not the word before an hour ("um 8 Uhr"). */
const OVER = "\\bum(?=\\s*(?:$|[,.;!?]|(?:bis|und|zum|bitte)\\b))";

/** Patterns of deeds on goods, by what is done to them. */
export const GOODS_VERBS = {
  move: [
    en("move|transfer|relocate|shift|rebalance|redistribute"),
    en("haul|ferry|carry(?= \\d)"),
    // "Get six of them from Lyon over to Oslo"; "get two quotes from Lyon to Oslo" moves nothing.
    `\\bget (?:us |me |the )?(?:\\d+|${COUNTED})\\b(?! (?:\\S+ ){0,2}?(?:quote|offer|price|rate|figure|number|truck|driver|report|cop(?:y|ie)|option|date|answer|people|colleague)s?\\b)(?=[^.;!?]*\\b(?:from|out of)\\b[^.;!?]*\\bto\\b)`,
    any("moving|transferring|bring(?! forward)|take(?= \\d)(?![^.;!?]*\\bout of (?:the |our )?stock\\b)|breng(?=.*\\bnaar\\b)"),
    any(
      "umlagern|umlagere|umgelagert|umzulagern|verlagern|verlagere|verlege|verlegen|transferieren|transferiere|verbringen|umsetzen|uberfuhren|uberfuhre|bewegen|bewege",
    ),
    split("lagere|lager|lagern|setze|setzen", "um"),
    plural("transferier|verlager|verleg|uberfuhr|beweg"),
    pluralSplit("lager|setz", "um"),
    any("(?:hin|heruber|hinuber|ruber|her|weg|weiter)(?:zu)?(?:bringen|schaffen|holen|fahren)"),
    // With an amount and a place that it goes to: a shipment is booked on another service.
    `${BOOKS}\\b${ONWARDS}[^.;!?]*${OVER}`,
    "\\bumbuchen\\b(?<!\\bshp-\\d[^.;!?]*)(?<=\\d[^.;!?]*\\bnach\\b[^.;!?]*)",
    // With an amount and a place, and no shipment: that would be put off.
    "\\bverschieb(?:e|en|t)?\\b(?![^.;!?]*\\bshp-\\d)(?=[^.;!?]*\\d[^.;!?]*\\bnach\\b)",
    "\\bverschieben\\b(?<!\\bshp-\\d[^.;!?]*)(?<=\\d[^.;!?]*\\bnach\\b[^.;!?]*)",
    any("(?:bringe?n?|hole?n?|schaffe?n?)(?=.*\\bnach\\b)"),
    `${plural("bring|hol|schaff")}(?=.*\\bnach\\b)`,
    "\\b(?:nach|naar)\\b[^.;!?]*\\b(?:bringen|holen|schaffen|brengen|halen)\\b",
    any("(?:faites|faire|fais) (?:passer(?![^.;!?]*\\ben (?:perte|commande)\\b)|venir)"),
    any(
      "transferez|transferer|transfere|transferons|deplacez|deplacer|deplace|deplacons|mutez|muter|basculez|basculer|amenez|ramenez|apportez",
    ),
    any(
      "mueve|mover|mueva|muevan|muevelas|muevelos|muevela|muevelo|movamos|trasladar|traslada|traslade|trasladen|transfiere|transferir|transfiera|lleva|llevar|lleve|pasa(?= \\d)|trae|traer|traiga|traed|llevad|llevemos|pasad(?= \\d)|transferid|trasladad",
    ),
    // What something is needed for orders nothing: "para que lleven …".
    "(?<!\\bpara que )\\b(?:lleven|traigan|transfieran)\\b",
    any("verplaats|verplaatsen|verplaatst|overbrengen|overplaatsen|overzetten|verhuizen|verhuis|verschuif|verschuiven"),
    split("breng|zet|plaats", "over"),
    "(?<!\\b(?:heb|hebben|heeft|had|hadden|wordt|worden)\\b[^.;!?]*)\\blaten (?:over)?(?:rijden|brengen|vervoeren|komen)\\b",
    any("vervoer(?:en)?(?=.* naar\\b)"),
    // What is taken out of a hold, a quarantine or the stock is not moved.
    "\\bhaal\\b(?= (?:ze|die|deze|dit|er|\\d))(?=[^.;!?]*\\b(?:uit|van|naar)\\b)(?![^.;!?]*\\b(?:shp-|hold\\b|quarantaine|blokkade|voorraad|boeken|lijst|wacht\\b))",
  ],
  ship: [
    en("ship|send|dispatch|deliver|forward|export"),
    plural("schick|send|versend|verschick|liefer|verschiff|exportier|spedier"),
    any("(?:hin|heruber|hinuber|ruber|los|weg|weiter)(?:zu)?(?:schicken|senden|liefern)|zuzuschicken|loszuschicken"),
    split("schicke?|schicken|sende?|senden", "(?:hin|ruber|heruber|hinuber|los|weg|weiter)"),
    pluralSplit("schick|send", "(?:hin|ruber|heruber|hinuber|los|weg|weiter)"),
    any("(?:faites|faire|fais) parvenir"),
    any("shipping|sending|fly(?=.* to\\b)|truck(?= \\d)"),
    any(
      "schicke|schicken|schick|senden|sende|versende|versenden|verschicke|verschicken|liefere|liefern|ausliefern|verschiffe|verschiffen|exportiere|exportieren|spediere|spedieren",
    ),
    any(
      "envoyez|envoyer|envoie|envoyons|expediez|expedier|expedie|expedions|livrez|livrer|livre(?= \\d)|acheminez|acheminer|exportez|exporter",
    ),
    any(
      "envia|enviar|envie|envien|enviamos|enviad|manda|mandar|mande|mandad|despacha|despachar|expide|expedir|entrega(?= \\d)|entregar|exporta|exportar",
    ),
    // "Sendet 3 …" to several people; "Roteq sendet 3 …" tells.
    "^\\s*(?:bitte )?(?:sendet|schickt|liefert|versendet|verschickt)(?= \\d)",
    any("stuur|sturen|verstuur|versturen|verzend|verzenden|zend|zenden|lever(?= \\d)|leveren|verscheep|verschepen|exporteer|exporteren"),
  ],
  book: [
    en("book|schedule(?=.*\\b(?:truck|transport|vessel|carrier|sailing|shipment))"),
    any(
      "booking(?= \\d| a )|arrange (?:a )?(?:transport|shipment|truck|carrier)|(?:buche|buchen|bucht)(?![^.;!?]*\\b(?:um|aus)\\s*(?:$|[,.;!?]|(?:bis|und|zum|bitte)\\b))|verbuche|boek|boeken",
    ),
    any("reservez (?:un |le )?(?:transport|camion|navire|bateau|vol|fret)|affretez|affreter"),
    any("reserva(?:r)? (?:un |el )?(?:transporte|camion|barco|buque|flete|vuelo)|contrata(?:r)? (?:un |el )?(?:transporte|camion|flete)"),
  ],
  reserve: [
    en("reserve|allocate|earmark|ringfence|ring-fence"),
    // "We need 20 kept back": wanted, not told.
    any(
      `(?:need|want|like|get) (?:us )?(?:\\d\\S*|${COUNTED}) (?:(?!(?:that|which|are|is|was|were|already)\\b)\\S+ ){1,8}?(?:reserved|allocated|earmarked|kept back|held back|set aside|put aside|put by)`,
    ),
    any("reserving|set (?:\\S+ ){0,6}?aside|put (?:\\S+ ){0,6}?aside|hold back|keep (?:\\S+ ){0,5}?for|hold (?=\\d+ )"),
    any("reserviere|reservieren|reserviert(?= \\d| ihr| mir)|zurucklegen|vormerken|blockiere(?= \\d)|beiseitelegen|zuruckhalten fur"),
    split("lege|legen|leg|merke|merken|halte|halten", "(?:zuruck|vor|bereit|beiseite|frei)"),
    plural("reservier"),
    pluralSplit("leg|merk", "(?:zuruck|vor|bereit|beiseite|frei)"),
    any(
      "reservez|reserver|reserve(?= \\d| les? | la )|reservons|mettez (?:\\S+ ){0,5}?de cote|mettre (?:\\S+ ){0,5}?de cote|affectez|affecter|allouez",
    ),
    any("reservar|reserve(?= \\d)|reserven|reservame|reservad|aparta|apartar|aparte|asigna(?:r)?(?= \\d)"),
    "(?<!\\b(?:la|una|de|esta|su|mi|nuestra|cada) )\\breserva(?=\\s+(?:\\d|por favor|porfa|otr[ao]s|\\w+ (?:cajas|unidades|piezas|litros|bidones)))",
    any("reserveer|reserveren|gereserveerd zetten|apart zetten|opzijzetten|opzij zetten"),
    split("zet|leg|houd|hou", "(?:apart|opzij|vast)"),
    // A shipment that is "vastgezet" is held; an amount of goods is kept.
    "\\b(?:vastzetten|vast te zetten|vastleggen)\\b(?<=\\d[^.;!?]*)(?![^.;!?]*\\bshp-)",
  ],
  reorder: [
    en("reorder|re-order|order(?!\\s*(?:so-|ord-|wo-|po-|no\\b|nr\\b|number|#|\\d+\\b(?=\\s*$)))|purchase|buy|procure|replenish|restock"),
    any("reordering|buying|(?:get|have) (?:\\S+ ){1,8}?ordered"),
    any("bestelle|bestellen|bestellt|nachbestellen|nachbestelle|beschaffe|beschaffen|einkaufen|kaufe|kaufen|ordern"),
    split("bestelle|bestell|kaufe", "(?:nach|ein)"),
    plural("beschaff|kauf|order"),
    any("commandez|commander|recommandez|recommander|rachetez|achetez|acheter|reapprovisionnez|reapprovisionner|reassortir"),
    any(
      "passez (?:une )?commande|passer (?:une )?commande|place (?:an |a )?(?:purchase )?order|haz (?:un )?pedido|hacer (?:un )?pedido|plaats (?:een )?bestelling",
    ),
    any("pide(?= )|pedir|pida|pidan|pedid|compra(?= \\d)|comprar|compre|encarga|encargar|reponer|repon|reabastece"),
    any("bestel(?! nummer)|bestellen|bijbestellen|nabestellen|koop|inkopen|bijbestel"),
  ],
  adjust: [
    en("adjust|write off|write-off|write down|book out|correct(?=.*\\b(?:stock|count|balance))"),
    any("write (?:\\S+ ){0,3}?off|set (?:the )?stock (?:of|to)|got (?:crushed|damaged|broken|lost|stolen)"),
    any(
      "book (?:\\S+ ){0,5}?out|take (?:\\S+ ){0,5}?off the books|scrap(?= \\d| the \\d)|we (?:have )?(?:re)?counted(?= \\d)|post (?:the|a|this|that) (?:count|loss|find)\\w*",
    ),
    any(
      "(?:korrigiere\\w*|berichtige\\w*|anpassen)(?=.*bestand)|bestand (?:\\S+ ){0,5}?(?:korrigieren|berichtigen|anpassen|buchen)|ausgebucht|abgeschrieben",
    ),
    any(
      "enregistrez (?:la |une )?(?:casse|perte)|record (?:the |a )?(?:loss|breakage|damage)|registra (?:la |una )?(?:rotura|merma|perdida)|registreer (?:de |het |een )?(?:breuk|schade|verlies)",
    ),
    any(
      "(?:fix|correct|update) (?:the |our )?(?:books|balance)|regulariz\\w+|regularis(?:ez|er)|bucht? (?:\\S+ ){0,6}?nach(?=\\s*(?:$|[,.;!?]))",
    ),
    any("pass(?:ez|er)[ -](?:les|le|la|l) en perte|corrigez (?:le |l')?(?:stock|inventaire)"),
    any("corrige (?:el |las )?(?:inventario|stock|existencias)|anota (?:la )?merma|da por perdid\\w+"),
    any("voorraad (?:\\S+ ){0,5}?corrigeren|schrijf (?:\\S+ ){0,8}?af|boek (?:\\S+ ){0,8}?af"),
    any(
      "(?:graag )?zo (?:in)?boeken|so (?:ver|ein)?buchen|book (?:it|that|this) (?:so|as such|like (?:this|that))|enregistrez(?:[ -]le)? ainsi|registralo asi",
    ),
    pluralSplit("buch", "aus"),
    any("ausbuchen|abschreiben|korrigiere(?=.* bestand)|buche(?=.* aus\\b)|schreibe(?=.* ab\\b)|bestandskorrektur|verschrotten"),
    any(
      "passez (?:\\S+ ){0,4}?en perte|passer (?:\\S+ ){0,4}?en perte|ajustez|ajuster|(?:sortez|sortir|sors|retirez|retirer|enlevez|enlever) (?:\\S+ ){0,6}?du stock|mettez (?:\\S+ ){0,4}?au rebut",
    ),
    any("ajusta|ajustar|ajuste|da(?:r|d)? de baja|dar de baja|dalas de baja|dalos de baja"),
    // Found beside what the books know, or gone from the shelf.
    any(
      "add (?:\\S+ ){0,6}?(?:back )?to (?:the |our )?(?:stock|inventory)(?! (?:report|list|sheet|count))|zubuchen|zuzubuchen|bijboeken|bij te boeken",
    ),
    any(
      "(?:ajoutez|ajouter|ajoute) (?:\\S+ ){0,6}?au stock|(?:anade|anadir|anada|agrega|agregar|suma|sumar)(?:l[oa]s?)? (?:\\S+ ){0,6}?(?:al|a las) (?:stock|inventario|existencias)",
    ),
    any(
      "take (?:(?!is |are |was |were |be |being |run |runs |we're )\\S+ ){0,9}?out of (?:the |our )?stock|(?:nimm|nehmt) (?:\\S+ ){0,6}?aus dem bestand|haal (?:\\S+ ){0,6}?uit (?:de )?voorraad",
    ),
    // What was counted stands before it; papers and shipments that are named have deeds of their own.
    any("(?:corrige l[oa]s?|corrigez (?:le|la|les)|corrigeer (?:het|dit|dat)|correct (?:it|that|this))(?=\\s*(?:$|[,.;!]))"),
    any("afboeken|afschrijven|corrigeer(?=.* voorraad)|boek(?=.* af\\b)|schrijf(?=.* af\\b)"),
  ],
  quarantine: [
    "\\b(?:put|place|set|move|take)\\b[^.;!?]*\\b(?:in|into|to|out of|from) quarantine\\b",
    en("quarantine"),
    en("block(?= (?:all |the |every |another )?(?:\\d+|(?!shp|hld|exd|rsv)[a-z]{2,5}-\\w+)\\b)"),
    en("(?:un)?block(?=.*\\b(?:lot|batch|stock))"),
    any("mark (?:\\S+ ){0,4}?(?:as )?(?:damaged|blocked)"),
    any("in quarantane|aus der quarantane|unter quarantane|charge sperren"),
    split("sperre", "\\w*"),
    any("en quarantaine|de quarantaine|quarantaine"),
    any("en cuarentena|de cuarentena"),
    any("in quarantaine|uit quarantaine"),
    any("(?:sperre|sperren|bloquez|bloquer|bloquea|bloquear|bloquee|blokkeer|blokkeren)(?=.*\\b(?:charge|lot|lote|partij)\\b)"),
    "\\b(?:charge|lot|batch|lote|partij|bestand|stock|voorraad)\\b[^.;!?]*\\b(?:sperren|gesperrt|bloquer|bloquear|blokkeren|block)\\b",
  ],
  count: [
    en("(?:count|recount|stocktake)(?! (?:was|is|gave|says|shows|came))"),
    any("cycle count|count again|(?:have|get|want|need)\\b[^.;!?]*\\b(?:re)?counted(?! \\d)"),
    any("tel(?= )|tellen|natellen|hertellen|telopdracht|zahle|zahlen(?! auf)|nachzahlen|inventur|durchzahlen|zahlt(?= )|zahlauftrag"),
    any("comptez|compter|recomptez|inventoriez|inventorier|comptage(?! (?:\\S+ ){0,4}?(?:donne|trouve|revele|indique|est|dit)\\b)"),
    "\\b(?:demandez|faites|lancez|organisez|prevoyez)\\b[^.;!?]*\\binventaire\\b",
    any("cuenta(?= )|cuenten|contar|recuenta|recuenten|recontar|inventariar"),
    "(?<!\\b(?:el|este|ultimo) )\\brecuento(?! (?:da|dio|es|dice))\\b",
    "(?<!\\b(?:de|deze|laatste) )\\btelling(?! (?:geeft|gaf|is|zegt))\\b",
  ],
  receive: [
    "\\bput\\b[^.;!?]*\\b(?:in|into) stock\\b",
    any(
      "receive(?= )|book in|einbuchen|einlagern|vereinnahmen|mettre en stock|entrer en stock|meter en stock|dar entrada|inboeken|ontvangen in",
    ),
  ],
} satisfies Record<string, string[]>;
