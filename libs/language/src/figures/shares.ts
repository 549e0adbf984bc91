import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import type { Span } from "../text/span.ts";

/** Words for a part of a whole, of which only records could tell how much it is. */
const SHARE = new RegExp(
  [
    "(?:one )?half(?= (?:of|the|it|them|an?)\\b)|(?:a|one|two) (?:thirds?|quarters?)(?= of)|most of|part of|some of|(?:the )?rest of|a few of|a couple of|several of|\\d{1,3} ?(?:%|percent|per cent) of",
    "(?:die )?halfte|ein(?:en)? (?:drittel|viertel)|(?:den )?grosteil|einen teil|den rest|ein paar|einige|\\d{1,3} ?(?:%|prozent) (?:der|des|von)",
    "(?:la )?moitie|(?:un|le) (?:tiers|quart)(?= d)|la plupart|une partie|le reste|quelques(?:-un\\w*)?|\\d{1,3} ?(?:%|pour cent) d[eu]s?",
    "(?:la )?mitad|un (?:tercio|cuarto) de|la mayor parte|una parte|el resto|algun[oa]s|un[oa]s cuant[oa]s|\\d{1,3} ?(?:%|por ciento) de",
    "(?:de )?helft|een (?:derde|kwart) van|het grootste deel|een deel|de rest|een paar|enkele|\\d{1,3} ?(?:%|procent) van",
  ]
    .map((words) => `\\b(?:${words})(?![\\p{L}-])`)
    .join("|"),
  "gu",
);

/** Finds shares that a text names in place of an amount ("half of", "20 % of"). */
export const sharesIn = (text: string): (Span & { text: string })[] =>
  matchesOf(fold(text), SHARE).map(({ span }) => ({ ...span, text: text.slice(span.start, span.end) }));
