/** A part of a value: as it is, a character that cannot be seen (as its code), a run of spaces, or a word that mixes alphabets. */
export type TextSegment =
  | { kind: "plain"; text: string }
  | { kind: "hidden"; label: string; raw: string }
  | { kind: "spaces"; count: number }
  | { kind: "mixed"; text: string; scripts: string };

export interface RevealedText {
  segments: TextSegment[];
  /** How many characters a reader could not have seen. */
  hiddenCount: number;
  /** False when the text has another Unicode normal form than NFC. */
  normal: boolean;
}

const NAMES: Readonly<Record<number, string>> = {
  0: "NUL",
  9: "TAB",
  10: "LF",
  13: "CR",
  27: "ESC",
  127: "DEL",
  173: "SHY",
  8203: "ZWSP",
  8204: "ZWNJ",
  8205: "ZWJ",
  8206: "LRM",
  8207: "RLM",
  8232: "LS",
  8233: "PS",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "WJ",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  65279: "BOM",
};

// Control, format, line and paragraph separators, private use, unassigned, lone surrogates; then variation selectors, tags,
// fillers and blank letters that the categories do not cover.
const HIDDEN = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]$/u;
const HIDDEN_RANGES: readonly (readonly [number, number])[] = [
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0fff],
];
const isHidden = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return HIDDEN.test(char) || OTHER_SPACE.test(char) || HIDDEN_RANGES.some(([first, last]) => code >= first && code <= last);
};
const OTHER_SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/u;
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
];

const labelOf = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  const name = NAMES[code];
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}${name ? ` ${name}` : ""}`;
};

/** Alphabets that one word mixes, as words; null when it has one. */
function mixedScripts(word: string): string | null {
  if (/^\p{ASCII}*$/u.test(word)) return null;
  const found = SCRIPTS.filter(([, pattern]) => pattern.test(word)).map(([name]) => name);
  return found.length > 1 ? found.join(" + ") : null;
}

function splitWords(text: string, out: TextSegment[]): void {
  let plain = "";
  for (const part of text.split(/([\p{L}\p{M}]+)/u)) {
    const scripts = mixedScripts(part);
    if (scripts === null) {
      plain += part;
      continue;
    }
    if (plain) out.push({ kind: "plain", text: plain });
    plain = "";
    out.push({ kind: "mixed", text: part, scripts });
  }
  if (plain) out.push({ kind: "plain", text: plain });
}

/**
 * Splits a value into what can be shown as it is and what has to be pointed out. Pure; nothing is dropped, and no segment of
 * kind `plain` or `mixed` holds a character that a reader cannot see.
 * @param multiline true where line breaks are the author's own and shown as such.
 */
export function revealText(value: string, multiline = false): RevealedText {
  const segments: TextSegment[] = [];
  let hiddenCount = 0;
  let run = "";
  const flush = (): void => {
    if (run) splitWords(run, segments);
    run = "";
  };
  const pieces = value.match(/ {3,}|[\s\S]/gu) ?? [];
  for (const piece of pieces) {
    if (piece.length > 2 && piece.startsWith("   ")) {
      flush();
      segments.push({ kind: "spaces", count: piece.length });
    } else if (multiline && piece === "\n") {
      run += piece;
    } else if (isHidden(piece)) {
      flush();
      hiddenCount += 1;
      segments.push({ kind: "hidden", label: labelOf(piece), raw: piece });
    } else run += piece;
  }
  flush();
  return { segments, hiddenCount, normal: value.isWellFormed() ? value.normalize("NFC") === value : true };
}

/** One line without anything hidden, for titles, labels and alternative texts. */
export function plainLabel(value: string, max = 160): string {
  const text = revealText(value)
    .segments.map((segment) => (segment.kind === "hidden" ? `[${segment.label}]` : segment.kind === "spaces" ? " " : segment.text))
    .join("");
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
