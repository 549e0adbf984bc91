/** Words that narrow what was ordered. */
export const ONLY = /\b(?:only|nur|lediglich|seulement|uniquement|solo|solamente|alleen|slechts)\b/;
/** Words that put something in the place of what was ordered. */
export const REPLACES =
  /\b(?:instead|not \d+ but|i meant|stattdessen|statt dessen|ich meinte|au lieu|a la place|je voulais dire|en lugar|en vez|en su lugar|quise decir|sino|in plaats|ik bedoelde)\b/;
export const AGAIN =
  /\b(?:again|once more|another time|one more time|nochmal\w*|noch einmal|noch mal|erneut|encore une fois|de nouveau|a nouveau|otra vez|de nuevo|nuevamente|nog een keer|opnieuw|nogmaals)\b/;
export const YES =
  /^[\s¡,.!]*(?:yes|yep|yeah|sure|ok|okay|fine|do it|go ahead|please do|ja|jawohl|klar|gerne|mach\w*|oui|d'accord|bien sur|allez-y|si|vale|claro|adelante|hazlo|graag|doe maar|prima|akkoord|confirm\w*)\b/;
/** Withdrawals that are orders as well. */
export const CALLS_OFF = /\b(?:cancel|storniere?|streiche?|annulez?|cancela\w*|anula\w*|annuleer)\b/;
/** Words that deny something somewhere in a turn; bounds ("no more than 20") and courtesies ("no problem") deny nothing. */
export const DENIES =
  /\b(?:not(?! more than\b)|don'?t|doesn'?t|didn'?t|isn'?t|wasn'?t|hasn'?t|haven'?t|won'?t|can'?t|cannot|never|nobody|no(?! (?:problem|more than|later than|less than|mas de)\b)|nothing|wrong|mistake|nicht(?! mehr als\b)|kein(?! problem\b)\w*|nie|niemals|nichts|falsch|pas(?! (?:plus de|de probleme|de souci)\b)|jamais|rien|aucun\w*|nunca|nada|ningun\w*|niet(?! meer dan\b)|geen(?! probleem\b)|nooit|niets|fout|verkeerd)\b/;
/** Words that refuse to have something done once more. */
export const NOT_AGAIN =
  /\b(?:not|no(?! problem)|never|don'?t|nicht|nie|pas(?! de (?:probleme|souci))|jamais|nunca|niet|nooit|geen(?! probleem))\b(?: \S+){0,3}? (?:again|once more|another time|one more time|nochmal\w*|noch einmal|noch mal|erneut|wieder|encore|de nouveau|a nouveau|otra vez|de nuevo|nuevamente|nog een keer|nog eens|opnieuw|nogmaals|twice|zweimal|deux fois|dos veces|twee keer)\b|\b(?:again|once more|nochmal\w*|noch einmal|encore une fois|de nouveau|otra vez|de nuevo|nog een keer|opnieuw|nogmaals)\b[^.;!?]*\b(?:do not|don'?t|wrong|nicht|falsch|pas(?! de (?:probleme|souci))|niet|fout|verkeerd|no(?! problem))\b/;
/** Words that set a change against what is agreed to: "yes, but only 20". */
export const CONTRASTS =
  /\b(?:but|only|just|instead|rather|aber|nur|lieber|stattdessen|jedoch|mais|seulement|uniquement|plutot|ne \S+ que|pero|solo|solamente|sino|mejor|maar|alleen|slechts|liever)\b/;
/** Words that tell how things are: what they say is no change to an order. */
export const STATES =
  /\b(?:he|she|they|we|i|it is|it was|is|was|were|has|had|did|paid|er|sie|wir|ich|ist|sind|war|waren|hat|haben|hatte|il|elle|ils|elles|nous|est|sont|etait|ont|avons|ella|ellos|es|esta|estan|era|ha|han|pago|hij|zij|wij|heeft|hebben|had)\b/;
/** Words that order something beside what was ordered before. */
export const ADDS =
  /\b(?:also|another|additionally|in addition|as well|too|auch|ausserdem|zusatzlich|noch(?! (?:nicht|mal|einmal))|weitere\w*|aussi|egalement|en plus|autres?|encore (?=\d)|tambien|ademas|otr[ao]s?(?! vez)|ook|bovendien|daarnaast|nog (?=\d)|extra)\b/;
/** Nothing but a yes: reasons behind it may speak of something else than the order. */
export const BARE_YES =
  /^[\s¡,.!]*(?:(?:yes|yep|yeah|sure|ok|okay|fine|do it|go ahead|please do|ja|jawohl|klar|gerne|oui|d'accord|bien sur|allez-y|si|vale|claro|adelante|hazlo|graag|doe maar|prima|akkoord|please|bitte|svp|s'il (?:te|vous) plait|por favor|aub|alstublieft)[\s,.!]*)+$/;
export const NO =
  /^[\s¡,.!]*(?:no(?! (?:problem|worries|hay problema))|nope|nein|non|nee|leave it|forget it|never ?mind|lass\w* (?:es|so)|vergiss es|laisse\w*|dejalo|olvidalo|laat maar|so lassen|stop)\b/;
export const GREETS =
  /^[\s¡,.!]*(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|moin|servus|bonjour|bonsoir|salut|coucou|hola|buen\w* (?:dias|tardes|noches)|goedemorgen|goedemiddag|goedendag|hoi|dag|help|hilfe|aide|ayuda|what can you do|who are you|thanks|thank you|danke|merci|gracias|bedankt)\b/;
/** Things outside stock, shipments and export papers. */
export const OUTSIDE =
  /\b(?:pay|invoice\w*|salary|payroll|refund|hotel|weather|password|passwords|e-?mail\w*|joke|poem|recipe|translate|tax return|holidays?|vacations?|vacaciones|vacances|conges|ferien|vakantie|verlof|meeting|bezahl\w*|rechnung\w*|gehalt|wetter|passwort|urlaub\w*|witz|gedicht|payez|payer|facture\w*|salaire|meteo|mot de passe|blague|poeme|paga|pagar|factura\w*|nomina|clima|contrasena|chiste|poema|betaal|betalen|factuur|facturen|salaris|weer(?= (?:bericht|vandaag))|wachtwoord|grap|gedicht|system prompt|your (?:full |own )?(?:instructions|prompt)|environment (?:value|variable)s?|source code|api key\w*|credentials)\b/;
/** Words by which a turn leans on the one before. */
export const LEANS =
  /\b(?:it|them|that|those|these|this one|the same|there|es|sie|die|den|davon|diese\w*|dieselben|dort|dahin|en|les|le|la|ceux|celles|ca|celui|lo|los|las|eso|esas|esos|alli|het|ze|die|deze|dezelfde|daarheen|daar|ervan|er)\b/;
