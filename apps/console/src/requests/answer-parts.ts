/** One figure of an answer: what it is, how it reads now, and the record that says so. */
export interface AnswerRow {
  label: string;
  value: string;
  record: string;
}

/** A sentence of an answer with the figures that belong to it. */
export interface AnswerPart {
  /** The sentence, without the receipt's id; empty when figures come without one. */
  sentence: string;
  receiptId: string | null;
  rows: AnswerRow[];
}

const ROW = /^(?: {2}|- )(\S[^\n]*?): (\S[^\n]*) \[([^[\]\s]{1,80})\]$/;
const RECEIPT = /\s*\[(?:[^[\]\s]+ )?(rcp_[0-9a-z]+)\]/;

/** Groups an answer's lines: every sentence with the figures under it. A line of another form is a sentence, so that nothing gets lost. */
export function answerParts(text: string): AnswerPart[] {
  const parts: AnswerPart[] = [];
  for (const line of text.split("\n")) {
    const row = ROW.exec(line);
    const last = parts.at(-1);
    if (row) {
      const part = last ?? { sentence: "", receiptId: null, rows: [] };
      if (!last) parts.push(part);
      part.rows.push({ label: row[1] ?? "", value: row[2] ?? "", record: row[3] ?? "" });
      continue;
    }
    const receiptId = RECEIPT.exec(line)?.[1] ?? null;
    const sentence = receiptId === null ? line : line.replace(RECEIPT, "");
    // Sentences in a row without figures stay one paragraph, with their line breaks.
    if (last && last.rows.length === 0 && last.receiptId === null && receiptId === null) last.sentence += `\n${sentence}`;
    else parts.push({ sentence, receiptId, rows: [] });
  }
  return parts;
}
