/** Where goods are declared, or what for, in folded words of the five languages: a pattern without a boundary before it. */
export const CUSTOMS =
  "(?:customs|(?:for|to) export|zoll|(?:zur|zum|fur die|fur den) (?:ausfuhr|export)|douanes?|(?:a l'|pour l')export\\w*|aduanas?|(?:para|a) (?:la )?exportacion|(?:voor|ten) (?:de )?(?:uitvoer|export))\\b";
