import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";

const EN_UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const EN_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const DE_UNITS =
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const DE_TENS = "_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");
const NL_UNITS =
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien".split(
    " ",
  );
const NL_TENS = "_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(" ");
const FR_UNITS =
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(" ");
const FR_TENS = "_ _ vingt trente quarante cinquante soixante".split(" ");
const ES_UNITS =
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
    " ",
  );
const ES_TENS = "_ _ _ treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const ES_HUNDREDS = "_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");

type Below = (n: number) => string;

const english: Below = (n) => {
  if (n < 20) return EN_UNITS[n] ?? "";
  if (n < 100) return `${EN_TENS[Math.floor(n / 10)]}${n % 10 ? `-${EN_UNITS[n % 10]}` : ""}`;
  return `${EN_UNITS[Math.floor(n / 100)]} hundred${n % 100 ? ` ${english(n % 100)}` : ""}`;
};
const german: Below = (n) => {
  if (n < 20) return DE_UNITS[n] ?? "";
  const one = (digit: number) => (digit === 1 ? "ein" : (DE_UNITS[digit] ?? ""));
  if (n < 100) return `${n % 10 ? `${one(n % 10)}und` : ""}${DE_TENS[Math.floor(n / 10)]}`;
  return `${one(Math.floor(n / 100))}hundert${n % 100 ? german(n % 100) : ""}`;
};
const dutch: Below = (n) => {
  if (n < 20) return NL_UNITS[n] ?? "";
  if (n < 100) return `${n % 10 ? `${NL_UNITS[n % 10]}en` : ""}${NL_TENS[Math.floor(n / 10)]}`;
  const hundreds = Math.floor(n / 100);
  return `${hundreds === 1 ? "" : NL_UNITS[hundreds]}honderd${n % 100 ? dutch(n % 100) : ""}`;
};
const french: Below = (n) => {
  if (n < 20) return FR_UNITS[n] ?? "";
  if (n < 70) return `${FR_TENS[Math.floor(n / 10)]}${n % 10 === 1 ? " et un" : n % 10 ? `-${FR_UNITS[n % 10]}` : ""}`;
  if (n < 80) return n === 71 ? "soixante et onze" : `soixante-${FR_UNITS[n - 60]}`;
  if (n < 100) return n === 80 ? "quatre-vingts" : `quatre-vingt-${FR_UNITS[n - 80]}`;
  const hundreds = Math.floor(n / 100);
  return `${hundreds === 1 ? "" : `${FR_UNITS[hundreds]} `}cent${hundreds > 1 && n % 100 === 0 ? "s" : ""}${n % 100 ? ` ${french(n % 100)}` : ""}`;
};
const spanish: Below = (n) => {
  if (n < 30) return ES_UNITS[n] ?? "";
  if (n < 100) return `${ES_TENS[Math.floor(n / 10)]}${n % 10 ? ` y ${ES_UNITS[n % 10]}` : ""}`;
  if (n === 100) return "cien";
  return `${ES_HUNDREDS[Math.floor(n / 100)]}${n % 100 ? ` ${spanish(n % 100)}` : ""}`;
};

const SPELLERS: Record<Language, { below: Below; thousand: string; joined: boolean }> = {
  en: { below: english, thousand: "thousand", joined: false },
  de: { below: german, thousand: "tausend", joined: true },
  nl: { below: dutch, thousand: "duizend", joined: true },
  fr: { below: french, thousand: "mille", joined: false },
  es: { below: spanish, thousand: "mil", joined: false },
};

/** Folded, hyphens as blanks. */
const plain = (text: string) => fold(text).replaceAll("-", " ");

function table(language: Language): Map<string, number> {
  const { below, thousand, joined } = SPELLERS[language];
  const result = new Map<string, number>();
  for (let n = 2; n < 1000; n++) result.set(plain(below(n)), n);
  for (let n = 1; n < 100; n++) {
    const head = n === 1 ? "" : below(n);
    for (let rest = 0; rest < 1000; rest += 100) {
      const tail = rest === 0 ? "" : below(rest);
      const gap = joined ? "" : " ";
      result.set(plain([head, thousand, tail].filter((part) => part !== "").join(gap)), n * 1000 + rest);
    }
  }
  return result;
}

const EXTRA: Record<Language, [string, number][]> = {
  en: [
    ["zero", 0],
    ["one", 1],
    ["a hundred", 100],
    ["one thousand", 1000],
    ["a thousand", 1000],
    ["a dozen", 12],
    ["one dozen", 12],
    ["half a dozen", 6],
    ["dozen", 12],
    ["two dozen", 24],
    ["three dozen", 36],
    ["four dozen", 48],
    ["five dozen", 60],
    ["ten dozen", 120],
  ],
  de: [
    ["ein dutzend", 12],
    ["dutzend", 12],
    ["zwei dutzend", 24],
    ["drei dutzend", 36],
    ["hundert", 100],
    ["eintausend", 1000],
    ["zwo", 2],
    ["ein halbes dutzend", 6],
  ],
  fr: [
    ["zero", 0],
    ["une douzaine", 12],
    ["douzaine", 12],
    ["une dizaine", 10],
    ["une vingtaine", 20],
    ["une centaine", 100],
    ["deux douzaines", 24],
  ],
  es: [
    ["cero", 0],
    ["una docena", 12],
    ["docena", 12],
    ["dos docenas", 24],
    ["media docena", 6],
    ["un centenar", 100],
    ["doscientas", 200],
    ["trescientas", 300],
    ["quinientas", 500],
    ["veintiuna", 21],
  ],
  nl: [
    ["een dozijn", 12],
    ["dozijn", 12],
    ["twee dozijn", 24],
    ["een half dozijn", 6],
  ],
};
/** Forms that are ordinary words as well and never count as a number. */
const NOT_NUMBERS = new Set(["second", "elf", "acht", "mil"]);
const TABLES = Object.fromEntries(
  (Object.keys(SPELLERS) as Language[]).map((language) => [
    language,
    new Map([...table(language), ...EXTRA[language].map(([text, n]) => [plain(text), n] as const)]),
  ]),
) as Record<Language, Map<string, number>>;
export const LONGEST_NUMBER_WORDS = 7;

/** The number that folded words spell in a language, or undefined. */
export function spelledNumber(spelled: string, language: Language): number | undefined {
  if (
    NOT_NUMBERS.has(spelled) &&
    !(language === "nl" && spelled === "acht") &&
    !(language === "de" && (spelled === "acht" || spelled === "elf")) &&
    !(language === "es" && spelled === "mil")
  )
    return undefined;
  return TABLES[language].get(spelled);
}
