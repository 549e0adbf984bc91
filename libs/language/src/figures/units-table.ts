import { fold } from "../text/fold.ts";

/**
 * Unit words of the five languages with the unit codes (UN/CEFACT Recommendations 20 and 21) they can mean. More than one code means
 * that only the item's own units decide.
 */
const ROWS: [codes: string, words: string][] = [
  [
    "PCE",
    "piece pieces pc pcs pce unit units each ea stück stücke stk st stueck pièce pièces pce pces unité unités pieza piezas pza pzas unidad unidades ud uds stuk stuks eenheid eenheden",
  ],
  ["BOX", "box boxes bx schachtel schachteln kiste kisten boîte boîtes caja cajas doos kist kisten crate crates caisse caisses"],
  ["BOX CTN", "carton cartons karton kartons cartón cartones case cases"],
  ["CTN", "ctn ctns kartonnen"],
  ["IBC", "ibc ibcs"],
  [
    "DRM",
    "drum drums barrel barrels fass fässer trommel trommeln fût fûts baril barils tambour tambours bidón bidones tambor tambores barril barriles vat vaten drm tonneau tonneaux",
  ],
  ["LTR", "l ltr litre litres liter liters litern litro litros lts"],
  ["KGM", "kg kgs kgm kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos"],
  ["TNE", "tonne tonnes ton tons tonnen tonelada toneladas"],
  ["MTR", "m mtr metre metres meter meters metern mètre mètres metro metros"],
  ["CAN", "can cans tin tins dose dosen kanister bidon bidons lata latas blik blikken bus bussen"],
  ["PAL", "pallet pallets palette paletten palettes palé palés palet palets pal"],
  ["BAG", "bag bags sack sacks säcke sacken beutel sac sacs saco sacos bolsa bolsas zak zakken"],
  ["BTL", "bottle bottles flasche flaschen bouteille bouteilles flacon flacons botella botellas frasco frascos fles flessen btl"],
  ["KIT", "kit kits"],
  ["SET", "set sets satz sätze jeu jeux juego juegos"],
  ["PR", "pair pairs paar paare paire paires par pares paren"],
  ["BDL", "bundle bundles bündel bund botte bottes atado atados haz haces bundel bundels bdl"],
  ["ROL", "roll rolls rolle rollen rouleau rouleaux rollo rollos rol"],
];

const BY_WORD = new Map<string, string[]>();
for (const [codes, list] of ROWS) for (const word of list.split(" ")) BY_WORD.set(fold(word), codes.split(" "));
for (const [codes] of ROWS) for (const code of codes.split(" ")) if (!BY_WORD.has(fold(code))) BY_WORD.set(fold(code), [code]);

/** Units that measure instead of count: without a word for the unit such an amount can be read in several ways. */
export const MEASURES: ReadonlySet<string> = new Set(["LTR", "KGM", "MTR", "TNE", "MTK", "MTQ"]);

/** Codes that a unit word may mean; empty when it is none. Plurals that double as ordinary words need a number before them. */
export function unitCodes(word: string): readonly string[] {
  return BY_WORD.get(fold(word)) ?? [];
}
