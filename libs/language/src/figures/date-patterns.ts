/** Names of months and weekdays in the five languages, folded, and the forms in which a day is written. */
const MONTHS: string[] = [
  "january|jan|januar|janvier|janv|enero|ene|januari",
  "february|feb|februar|fevrier|fevr|febrero|februari",
  "march|mar|marz|maerz|mars|marzo|maart|mrt",
  "april|apr|avril|avr|abril|abr",
  "may|mai|mayo|mei",
  "june|jun|juni|juin|junio",
  "july|jul|juli|juillet|juil|julio",
  "august|aug|aout|agosto|ago|augustus",
  "september|sept|sep|septembre|septiembre",
  "october|oct|oktober|okt|octobre|octubre",
  "november|nov|novembre|noviembre",
  "december|dec|dezember|dez|decembre|diciembre|dic",
];
export const MONTH = new Map(MONTHS.flatMap((names, index) => names.split("|").map((name) => [name, index + 1] as const)));
export const MONTH_NAMES = [...MONTH.keys()].sort((a, b) => b.length - a.length).join("|");
const WEEKDAYS: string[] = [
  "sunday|sun|sonntag|dimanche|domingo|zondag",
  "monday|mon|montag|lundi|lunes|maandag",
  "tuesday|tue|tues|dienstag|mardi|martes|dinsdag",
  "wednesday|wed|mittwoch|mercredi|miercoles|woensdag",
  "thursday|thu|thurs|donnerstag|jeudi|jueves|donderdag",
  "friday|fri|freitag|vendredi|viernes|vrijdag",
  "saturday|sat|samstag|sonnabend|samedi|sabado|zaterdag",
];
export const WEEKDAY = new Map(WEEKDAYS.flatMap((names, index) => names.split("|").map((name) => [name, index] as const)));
export const RELATIVE: [RegExp, number][] = [
  [/\b(?:day after tomorrow|ubermorgen|apres-demain|pasado manana|overmorgen)\b/g, 2],
  [/\b(?:tomorrow|demain|morgen(?! (?:fruh|vormittag)? ?um)|(?<!(?:la|de|por la) )manana)\b/g, 1],
  [/\b(?:today|tonight|heute|aujourd'hui|hoy|vandaag|asap heute)\b/g, 0],
];
export const IN_DAYS =
  /\b(?:in|within|innerhalb von|binnen|dans|en|dentro de|over)\s+(\d{1,3})\s+(days?|tagen?|jours?|dias?|dagen|dag|weeks?|wochen?|semaines?|semanas?|weken|week)\b/g;
export const THIS_MONTH =
  /\b(?:this month|diesen monat|in diesem monat|ce mois(?:-ci)?|este mes|deze maand|end of (?:the |this )?month|ende des monats|monatsende|fin (?:du|de) mois|fin de mes|einde van de maand)\b/g;
export const THIS_WEEK =
  /\b(?:this week|diese woche|in dieser woche|cette semaine|esta semana|deze week|end of (?:the |this )?week|ende der woche|fin de semaine|einde van de week)\b/g;
export const NEXT_WEEK =
  /\b(?:next week|nachste woche|la semaine prochaine|semaine prochaine|la proxima semana|proxima semana|la semana que viene|volgende week)\b/g;

/** Years that orders name; "14 Dec 1500 pieces" and the part "12-34-5678" hold none. */
const YEAR = "(?:199\\d|20[0-4]\\d)";
/** Apart from its day, the round "2000" is an amount. */
const YEAR_APART = "(?:199\\d|20(?!00)[0-4]\\d)";
export const ISO = /\b((?:199\d|20[0-4]\d))-(\d{2})-(\d{2})(?:t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?z?)?\b/g;
/** No further group may follow: "10.20.30.40" is an address. */
export const DOTTED = new RegExp(
  `(?<![\\d.])(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:(${YEAR}|\\d{2})(?!\\d)|\\s(${YEAR_APART})(?![\\d.,/-]))?(?!\\.?\\d)`,
  "g",
);
/** "15-12" is a day only behind a word that leads to one, or with its year; else it may be a range. */
export const DASHED = new RegExp(
  `(?<![\\d-])(?:(?<=\\b(?:by|on|until|till|before|am|bis|bis zum|vor dem|le|au|el|del|al|voor|op|tegen|tot|uiterlijk)\\s)(\\d{1,2})-(\\d{1,2})|(\\d{1,2})-(\\d{1,2})-(${YEAR}))(?![\\d-])`,
  "g",
);
export const SLASHED = new RegExp(`(?<![\\d/])(\\d{1,2})\\/(\\d{1,2})(?:\\/(${YEAR}|\\d{2}))?(?![\\d/])`, "g");
export const DAY_MONTH = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|e|\\.)?(?:\\s+(?:of|de|den))?\\s+(${MONTH_NAMES})\\b\\.?(?:,?\\s+(?:de\\s+)?(${YEAR_APART})\\b)?`,
  "g",
);
/** The first day of "14-18 December" or "vom 14. bis 18. Dezember", up to its number. */
export const RANGE_START = new RegExp(
  `(?<![\\d.,/-])(?:(?<=\\b(?:between|from|vom|von|zwischen|du|entre(?: le)?|del?|desde el|van|tussen)\\s(?:the |el |le |dem )?)(\\d{1,2})(?:st|nd|rd|th|er|\\.)?(?=\\s?(?:-|to|and|bis|und|au|et|al|y|tot|en)\\s?(?:the |zum |dem |le |el )?REST)|(\\d{1,2})\\.?(?=-REST))`.replaceAll(
    "REST",
    `\\d{1,2}(?:st|nd|rd|th|er|\\.)?\\s+(?:of |de )?(${MONTH_NAMES})\\b\\.?(?:,?\\s+(?:de\\s+)?(${YEAR_APART})\\b)?`,
  ),
  "g",
);
export const MONTH_DAY = new RegExp(`\\b(${MONTH_NAMES})\\.?\\s+(\\d{1,2})(st|nd|rd|th)?\\b(?![.,]?\\d)(?:,?\\s+(${YEAR_APART})\\b)?`, "g");
export const WEEKDAY_NAME = new RegExp(
  `\\b(?:(next|nachsten|prochain|proximo|volgende)\\s+)?(${[...WEEKDAY.keys()].filter((name) => name.length > 3).join("|")}|(?<=\\b(?:by|on|until|till)\\s)(?:mon|tue|wed|thu|fri|sat|sun))\\b`,
  "g",
);

const LONG_WEEKDAYS = [...WEEKDAY.keys()].filter((name) => name.length > 3).join("|");
/** "… in December": what stands before is a part of that month. */
const OF_MONTH = `\\s+(?:of|in|im|des|de|d'|en|van|von)\\s*(?:(?:the|la|le|el)\\s+)?(?:month of |mois de |mes de )?(${MONTH_NAMES})\\b`;
/** "Last Friday", and the languages that say it behind the day; "the last Friday in December" is another. */
export const LAST_WEEKDAY = new RegExp(
  `\\b(?:(?:last|letzten|letzte|vergangenen|vorigen|afgelopen|vorige)\\s+(${LONG_WEEKDAYS})|(${LONG_WEEKDAYS})\\s+(?:dernier|passe|pasado|ultimo))\\b(?!${OF_MONTH})`,
  "g",
);
export const LAST_WEEK = new RegExp(
  `\\b(?:last week|letzte[rn]? woche|vergangene[rn]? woche|vorige woche|la semaine (?:derniere|passee)|la semana pasada|vorige week|afgelopen week)\\b(?!${OF_MONTH})`,
  "g",
);
const ORDINALS: string[] = [
  "last|letzten|letzter|letzte|dernier|ultimo|laatste",
  "first|1st|ersten|erster|erste|premier|1er|primer|eerste",
  "second|2nd|zweiten|zweiter|zweite|deuxieme|second|segundo|tweede",
  "third|3rd|dritten|dritter|dritte|troisieme|tercer|derde",
  "fourth|4th|vierten|vierter|vierte|quatrieme|cuarto|vierde",
];
/** Place of a weekday in its month; 0 is the last one. */
export const ORDINAL = new Map(ORDINALS.flatMap((names, index) => names.split("|").map((name) => [name, index] as const)));
const ORDINAL_NAMES = [...ORDINAL.keys()].join("|");
/** "The last Friday in December", "el primer lunes de enero"; "the last day of December". */
export const WEEKDAY_OF_MONTH = new RegExp(
  `\\b(${ORDINAL_NAMES})\\s+(${LONG_WEEKDAYS}|(?<=(?:last|letzten|letzter|letzte|dernier|ultimo|laatste)\\s)(?:day|tag|jour|dia|dag))${OF_MONTH}(?:,?\\s+(?:de\\s+)?(${YEAR_APART})\\b)?`,
  "g",
);
/** How many days ago; "hier" is yesterday in French alone, and "here" in German and Dutch. */
export const AGO: [RegExp, number][] = [
  [/\b(?:(?:the )?day before yesterday|vorgestern|avant-hier|anteayer|antes de ayer|eergisteren)\b/g, 2],
  [/\b(?:yesterday|gestern|ayer|gisteren)\b/g, 1],
];
export const HIER = /\bhier\b/g;

/** A week by its number; "15 kW 3 pieces" and "this week 60 pieces" hold none. */
export const WEEK_NUMBER =
  /(?<!\b(?:this|next|per|each|every|last|coming|diese|deze|volgende|komende|elke|vorige|afgelopen|cette|prochaine|chaque|par|esta|proxima|cada|por)\s)(?:\b(?:calendar week|week|kalenderwoche|semaine|sem\.?|semana|wk)|(?<!(?<!\b20\d)\d\s?)\bkw)\s?(?:no\.? |nr\.? )?(\d{1,2})\b(?![.,]?\d)/g;

/** A part of a month: a time, but no day: a time, but no day. */
export const VAGUE = new RegExp(
  [
    `\\b(?:mid|early|late|(?:the )?(?:middle|beginning|start|end) of|mitte|anfang|ende|mi|debut|fin|(?:a )?(?:mediados|principios|finales|fines)(?: de)?|half|midden|begin|eind|einde|medio)[- ]+(?:de |van |of )?(?:${MONTH_NAMES})\\b`,
    `\\b(?:${ORDINAL_NAMES}|derniere|premiere|ultima|primera|segunda|tercera|cuarta)\\s+(?:week|woche|semaine|semana)${OF_MONTH}`,
    `\\b(?:letzten?|ersten?|zweiten?|dritten?)\\s+(?:${MONTH_NAMES})woche\\b`,
    "\\b(?:(?:early|later|the end of|the middle of) next week|(?:anfang|mitte|ende) (?:der )?(?:nachste[rn]? woche|kommende[rn]? woche)|(?:au )?(?:debut|milieu|fin) (?:de )?(?:la )?semaine prochaine|(?:a )?(?:principios|mediados|finales) de la (?:proxima semana|semana que viene)|(?:begin|midden|eind) volgende week)\\b",
    "\\b(?:next month|nachsten monat|le mois prochain|el proximo mes|el mes que viene|volgende maand)\\b",
  ].join("|"),
  "g",
);
