/** What a deed is done to. */
export type ObjectClass =
  | "reservation"
  | "hold"
  | "shipment"
  | "declaration"
  | "document"
  | "screening"
  | "sanctions"
  | "licence"
  | "purchase"
  | "transfer"
  | "stock"
  | "lot"
  | "consignee"
  | "route";

const SOURCES: Record<ObjectClass, string> = {
  reservation:
    "reservations?|reservier(?:ung|ungen)|reserv(?:e|a)tions?|reservas?(?= (?:rsv|de|del|para|n|caduc|venc))|(?<=\\b(?:la|una|esta|su) )reserva|reservering(?:en)?",
  hold: "(?<=\\b(?:the|a|an|that|this|of|from|lift|release|remove|licence|license|customs|quality|credit|compliance|customer|dg) )holds?|hold(?=-| on)|sperren?|sperrung|sperrvermerk|blocages?|retenue|bloqueos?|retencion(?:es)?|blokkade|blokkering",
  shipment:
    "shipments?|sending(?= nr)|sendung(?:en)?|lieferung(?:en)?|versand|transports?|expeditions?|envois?|livraisons?|envios?|expedicion(?:es)?|embarques?|zending(?:en)?|vracht|consignments?|container|sailings?|flights?|vessels?|legs|(?<!^\\s*(?:(?:bitte|graag|en|und|dan|dann) )?)leg|deliver(?:y|ies)|carriers?",
  declaration:
    "declarations?|deklaration(?:en)?|(?:ausfuhr|export)(?:anmeldung|deklaration|erklarung)(?:en)?|export(?:aangiften?|aangiftes|declaraties?)|zollanmeldung(?:en)?|anmeldung(?:en)?|declaration(?:s)?|declaracion(?:es)?|aangiftes?|aangiften|uitvoeraangifte|export papers?|paperwork|customs papers?|zollpapiere|papiers? douan\\w+|papeles de aduana|douanepapieren|exd|eei|mrn",
  document: "documents?|packing lists?|proofs? of delivery|dokumente?n?|packlisten?|documentos?|documenten",
  screening: "screenings?|scr|sanctions? (?:hit|check)|sanktionsprufung|criblage|cribado",
  sanctions:
    "screen|screene?n?|sancti\\w*|sanktion\\w*|sancion\\w*|sanctions? lists?|denied part(?:y|ies)|sanktionslisten?|listes? de sanctions|listas? de sanciones|sanctielijst(?:en)?",
  licence:
    "puis-je (?:expedier|exporter)|(?:darf|durfen) (?:ich|wir)|puedo (?:enviar|exportar)|genehmigung(?= (?:notig|erforderlich))|(?:brauch\\w*|benotig\\w*)(?=.* genehmigung)|ok to (?:ship|export|send)|allowed to (?:ship|export)|(?:can|may) (?:we|i) export|(?:durfen|darf)(?=.*(?:export|ausfuhr|liefer))|peut-on exporter|(?:se puede|podemos) exportar|(?:mogen|mag)(?=.*(?:export|uitvoer|uitgevoerd))|licen[cs]es?|lizenz(?:en)?|genehmigungsnummer|licencias?|vergunning(?:en)?|ausfuhrgenehmigung|export controls?|controls?|kontrolle|controles?|dual-use|dual use|zolltarif|tariff|customs code|cn8|hs code",
  purchase:
    "purchase orders?|supplier|suppliers|vendor|bestellung(?:en)?|lieferant(?:en)?|fournisseurs?|proveedor(?:es)?|leverancier(?:s)?",
  transfer: "transfers?(?= (?:order|trf|to|from))|umlagerung(?:en)?|transferts?|traslados?|verplaatsing(?:en)?|overplaatsing",
  stock:
    "stock|stocks|inventory|on hand|available|availability|do we have|have we got|have we|how many|how much|wie viele?|haben wir|combien|cuant[ao]s?|hoeveel|bestand|bestande|lagerbestand|verfugbar(?:e|en|keit)?|vorrat|vorratig|lager|inventaire|disponibles?|disponibilite|existencias|inventario|disponibilidad|voorraad|voorraden|beschikbaar|beschikbaarheid|safety stock|sicherheitsbestand|stock de seguridad|stock de securite|veiligheidsvoorraad|short of|shortage|running low|low on|manqu\\w+(?= de| d)|en rupture|a court de|faltan|tekort|te weinig|bijna op|run(?:ning)? (?:low|out)|cortos de|knapp|units left|expir\\w*|perime\\w*|perimer|caduca\\w*|vence\\w*|ablauf\\w*|lauft ab|(?:lauft|laufen)\\b[^.;!?]*\\bab(?=\\s*(?:$|[?!.]))|verfall\\w*|vervall?\\w*|verloopt|verlopen|houdbaar\\w*|mhd",
  lot: "lots?|batch(?:es)?|charge(?:n)?|lotes?|partij(?:en)?",
  consignee: "consignee|empfanger|destinataire|destinatario|consignatario|geadresseerde|ontvanger",
  route: "route|routing|destination port|streckenfuhrung|itineraire|ruta|routering|by air|per luftfracht|par avion|por avion|per vliegtuig",
};

/** One pattern a class, over folded text. */
export const OBJECTS: ReadonlyMap<ObjectClass, RegExp> = new Map(
  (Object.entries(SOURCES) as [ObjectClass, string][]).map(([name, source]) => [name, new RegExp(`\\b(?:${source})\\b`, "g")]),
);
