import { fold } from "./fold.ts";
import { blank, type Span } from "./span.ts";

/** What a user says himself, and what he only quotes or pastes. */
export interface OwnWords {
  /** The text with every quoted or pasted part blanked; same length as the original. */
  own: string;
  /** The parts that count as data. */
  quoted: string[];
}

const FENCED = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const QUOTED_LINE = /^[ \t]*>(?!\s*\S+\s*$).*$/gm;
const FORWARDED =
  /^[ \t]*(?:-{2,}\s*)?(?:forwarded message|original message|begin forwarded|weitergeleitete nachricht|ursprungliche nachricht|message (?:transfere|d'origine)|mensaje (?:reenviado|original)|doorgestuurd bericht|oorspronkelijk bericht)[\s\S]*$/gim;
const MAIL_HEAD = /^[ \t]*(?:from|von|de|van|subject|betreff|objet|asunto|onderwerp)\s*:.*\n[\s\S]*$/gim;
const MARKUP = /<(system|user|assistant|tool|remark|note|data|document|instructions?)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi;
const QUOTES =
  /"([^"\n]{1,2000})"|“([^”]{1,2000})”|„([^“”]{1,2000})[“”]|«([^»]{1,2000})»|(?<![\p{L}\p{N}])'([^'\n]{12,2000})'(?![\p{L}\p{N}])/gu;
/** A quoted name such as "Ball valve DN50" is short; a quoted order is a sentence, or names a record beside a word. */
const NAME_WORDS = 3;
const RECORD_AND_WORD = /\s[A-Z]{2,5}-?\d|[A-Z]{2,5}-\d\S*\s/i;

const isName = (text: string) => {
  const name = text.trim();
  return name.split(/\s+/).length <= NAME_WORDS && !/[{}[\]<>:;]/.test(name) && !RECORD_AND_WORD.test(name);
};

function collect(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Separates the user's own words from quoted lines, fenced blocks, pasted mails and quoted sentences. */
export function ownWords(text: string): OwnWords {
  const folded = fold(text);
  const spans: Span[] = [];
  for (const pattern of [FENCED, MARKUP, QUOTED_LINE]) spans.push(...collect(text, pattern));
  for (const pattern of [FORWARDED, MAIL_HEAD]) spans.push(...collect(folded, pattern));
  let own = blank(text, spans);
  const sentences: Span[] = [];
  for (const match of own.matchAll(QUOTES)) {
    const inner = match.slice(1).find((part) => part !== undefined) ?? "";
    if (!isName(inner)) sentences.push({ start: match.index, end: match.index + match[0].length });
  }
  own = blank(own, sentences);
  return { own, quoted: [...spans, ...sentences].map((span) => text.slice(span.start, span.end)) };
}
