import { blank, englishGoods, fold, goodsPhrases, isClosedWord, namesGoods, type Reading, unitCodes, words } from "@quartermaster/language";

const STOP = new Set(
  (
    "ont a an the of and or to from in at on for by with please pls is are was what which how many much do does did have has we our it its this that these those them they now all any some more into instead make put set get give me can could would you be been only just there here not no yes ok sorry also then so if about as up out off per ref cip dap ddp fca fob cif cpt exw sea air road rail week month " +
    "der die das den dem des ein eine einen einem und oder nach von vom aus bis bitte sind ist wie viel viele wo wann was wir unser haben hat mit vor statt fur auf im am zum zur nicht kein keine noch mal sie er es ihr ihnen dass da sein habe gibt per beim bei als " +
    "le la les un une des du de d l et ou vers depuis pour avec avant est sont quel quelle quels quelles combien quand nous notre nos avons au aux ce cette ces dans sur sil te vous plait svp merci pas plutot se il y a en que qu c ci par je j ai veux voudrais besoin " +
    "el los las una unos unas y o del desde hasta por con antes es son cuanto cuantos cuanta cuantas hay cuando donde que nuestro nuestra tenemos al este esta porfa favor gracias lo su vale hoy mas para se necesito quiero " +
    "het een van naar voor met uit bij tot zijn hoeveel wanneer waar welke wij we onze hebben heeft niet geen aub alstublieft graag op te er dit dat deze die om aan wil ik nodig nog liggen ligt " +
    "stock inventory available availability hand bestand lager vorrat verfugbar existencias inventario disponible disponibles voorraad beschikbaar units unit urgent asap today tomorrow order customer shipment reservation declaration status state need want show list tell check short corto commande commandes pedido pedidos bestelling bestellingen auftrag auftrage kunde kunden client clients cliente klant cortos knapp usual habituel proveedor fournisseur"
  ).split(" "),
);

const VERB_LIKE =
  /^(?:(?:need|fix|check|set|put|send|hold|order|book|bring|ship|shift|lodge|draft)(?:s|ed|ing)?$|mov(?:e|es|ing)$|transf|reloc|reserv|alloc|releas|cancel|umlager|verlager|umgelager|freig|buch|schick|stornier|verleg|deplac|liber|annul|envoy|expedi|commandez|recommand|mett|muev|mover|traslad|anul|envi|mand|apart|llev|verplaats|stuur|breng|boek|verzend|zet$|houd$|arregl|perim|caduc|expir|ablauf|verlop|necesit|prepar)/;

interface Group {
  text: string;
  start: number;
}

/** Groups of words that may name goods, those right behind the amount first. */
function groups(reading: Reading): string[] {
  return placedGroups(reading).map((group) => group.text);
}

function placedGroups(reading: Reading): Group[] {
  const spans = [...reading.ids.filter((id) => id.kind !== "code"), ...reading.dates, ...reading.places, ...reading.quantities];
  const text = blank(reading.own, spans);
  const anchor = reading.quantities[0]?.end ?? 0;
  const found: Group[] = [];
  let open: { text: string; start: number; end: number } | null = null;
  for (const word of words(text)) {
    const skip =
      STOP.has(word.folded) ||
      (isClosedWord(word.folded, reading.language) && !namesGoods(word.folded)) ||
      VERB_LIKE.test(word.folded) ||
      (unitCodes(word.folded).length > 0 && word.folded !== "kit" && word.folded !== "kits") ||
      word.folded.length < 2;
    const near: boolean = open !== null && /^[\s-]*$/.test(text.slice(open.end, word.start));
    if (skip) open = null;
    else if (open !== null && near) {
      open.text = `${open.text} ${word.text}`;
      open.end = word.end;
      const last = found.at(-1);
      if (last) last.text = open.text;
    } else {
      open = { text: word.text, start: word.start, end: word.end };
      found.push({ text: word.text, start: word.start });
    }
  }
  const behind = found.filter((group) => group.start >= anchor);
  return [...behind, ...found.filter((group) => group.start < anchor)];
}

/** The words for goods that stand right behind an amount ("3 IBC of isopropanol"), or null when none do. */
export function goodsBehind(reading: Reading, amountEnd: number): string | null {
  const group = placedGroups(reading).find((candidate) => candidate.start >= amountEnd);
  if (!group) return null;
  return /^\s*(?:(?:of|de|d'|von|van|der|des|du|x)\s*)?(?:(?:the|los|las|der|die|les|de)\s+)?$/.test(
    fold(reading.own.slice(amountEnd, group.start)),
  )
    ? group.text
    : null;
}

/** The goods in the words of the user, for a question about them; null when words tell none. */
export function goodsAsSaid(reading: Reading): string | null {
  const [phrase] = goodsPhrases(reading.own);
  return phrase ? reading.own.slice(phrase.start, phrase.end) : (groups(reading)[0] ?? null);
}

/**
 * What the goods may be looked up by, best first: keys, then the words for them, translated, then single words.
 * Whether one of them is an item is told by the system of record alone.
 */
export function itemCandidates(reading: Reading, context: Reading | null): string[] {
  const keys = (from: Reading) => from.ids.filter((id) => id.kind === "sku" || id.kind === "code").map((id) => id.id);
  const own = keys(reading);
  if (own.length > 0) return own;
  const candidates: string[] = [];
  const add = (text: string) => {
    if (text.length > 1 && !candidates.some((other) => fold(other) === fold(text))) candidates.push(text);
  };
  // A key in small letters ("sns-tmp") reads like any joined word; the system of record tells.
  for (const [written] of reading.own.matchAll(/(?<![\w-])[a-z]{2,4}-[a-z0-9]{2,6}(?![\w-])/g)) add(written.toUpperCase());
  for (const source of [reading, ...(context ? [context] : [])]) {
    for (const key of keys(source)) add(key);
    for (const named of goodsPhrases(source.own)) add(named.english);
    for (const group of groups(source).slice(0, 3)) {
      const parts = group.split(" ");
      const translated = parts.map((part) => englishGoods(part) ?? part);
      add(translated.join(" "));
      add(group);
      if (parts.length > 1)
        for (const part of [...translated].sort((a, b) => Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length)) add(part);
    }
    if (candidates.length > 0 && source === reading) break;
  }
  return candidates.slice(0, 5);
}
