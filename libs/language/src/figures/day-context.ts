/** Words that lead to a day, folded: what stands right before the number. */
const LEADS =
  /\b(?:by|on|until|till?|before|from|since|dated?|due|latest|deadline|than|am|bis|zum|vom|von|vor|dem|den|der|ab|seit|per|spatestens|termin|datum|frist|le|du|au|avant|des|depuis|echeance|el|del|al|desde|hasta|fecha|plazo|voor|op|tegen|tot|uiterlijk|vanaf|sinds|\p{L}+(?:day|tag|dag|di)|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b[.:,]?\s*$/u;
/** "The deadline is 31.02." */
const DAY_IS = /\b(?:deadline|date|due|termin|datum|frist|echeance|fecha|plazo)\b[^.;!?\n]{0,20}$/;
/** Words for the kinds of number that are written with points, dashes or strokes and are no day. */
const NAMED =
  /(?:\b(?:hs|hts|taric|tariff?|heading|commodity|zolltarif\w*|arancel\w*|partida|code sh|\w*codes?|codigo|no|nr|num|\w*(?:number|nummer)|numero|ref|reference|referenz|referencia|referentie|part|teil|pieza|art|article|artikel|articulo|serial|serie|version|rev|revision|firmware|ip|adress?e?|address|direccion|tel(?=[.:])|telefon\w*|telefo\w*|phone|fax|po|invoice|rechnung|facture|factura|factuur|section|iso|din|astm|model|modell|modele|modelo|type|typ|tipo|size|sizes|grosse|taille|talla|maat|dn|pn|ral|cas|drawing|zeichnung|tekening)\b|n°|#)(?:\s+(?:is|was|ist|lautet|est|es))?[\s.:#=]*$/;
const PRICED =
  /(?:\b(?:prices?|priced|costs?|rate|value|valued|worth|weigh\w*|\w*preis\w*|kost\w*|wert\w*|gewicht|wiegt|wiegen|prix|coute?\w*|valeur|vaut|poids|pese\w*|precio\w*|cuesta\w*|coste\w*|valor|vale|peso|pesan?|\w*prijs|waarde|weegt|wegen|eur|usd|gbp|chf)\b|[€$£])[^.;!?\n]{0,30}$/;
const IS = /\b(?:is|was|at|ist|est|es)\s+$/;

/** True behind a word that leads to a day, such as "by" or "bis"; folded text before the number. */
export const leadsToDay = (before: string): boolean => LEADS.test(before) || DAY_IS.test(before);

/** True behind a word for another kind of number: a code, a part, a telephone. */
export const isNamedNumber = (before: string): boolean => NAMED.test(before);

/** True where a decimal is likelier than a day: behind a price or a weight, or "is 12.10". */
export const isDecimalLikely = (before: string): boolean => !leadsToDay(before) && (PRICED.test(before) || IS.test(before));

const PRICE =
  /(?:\b(?:price|\w*preis|prix|precio|\w*prijs|cost|costs|kostet|kosten|coute|cuesta|kost)\b(?:\s+(?:unitaire|unitario|each|per unit|pro stuck|per stuk))?(?:\s+(?:is|was|of|at|ist|von|est|es|de|van))?|\b(?:eur|usd|gbp|chf)|[€$£])[\s:=]*$/;

/** True behind a price's word or its currency; folded text before the number. */
export const isPrice = (before: string): boolean => PRICE.test(before);
