import { UserId } from "@quartermaster/shared/contracts";
import { MAIL_WORDS, type MailWords } from "./mail-words.ts";
import type { Message, TellingOf } from "./message.ts";
import { visibleText } from "./visible-text.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** A line of a mail; only lines made from the installation's own address are links. */
interface Line {
  text: string;
  link?: string;
  strong?: boolean;
}

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? "");
/** A person's id as it is; one that is no usual id, as any text from outside. */
const person = (id: string): string => (UserId.safeParse(id).success ? id : visibleText(id));
const minute = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;

function htmlOf(lines: readonly Line[]): string {
  const paragraphs = lines.map((line) => {
    const text = escapeHtml(line.text);
    const inside = line.link ? `<a href="${escapeHtml(line.link)}">${text}</a>` : text;
    return `<p>${line.strong ? `<strong>${inside}</strong>` : inside}</p>`;
  });
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${paragraphs.join("")}</body></html>`;
}

const textOf = (lines: readonly Line[]): string =>
  `${lines.map((line) => (line.link ? `${line.text}: ${line.link}` : line.text)).join("\n\n")}\n`;

function linesOf(words: MailWords, item: TellingOf): Line[] {
  const lines: Line[] = [
    { text: `${words.subject[item.kind]}: ${visibleText(item.headline)}`, strong: true },
    { text: `${words.requester} ${person(item.requester)}` },
  ];
  if (item.decision !== null) {
    const how = item.decision === "approve" ? words.approved : words.rejected;
    lines.push({ text: `${how} ${words.by} ${person(item.decidedBy ?? "")}` });
  }
  if (item.reasonCode !== null) lines.push({ text: `${words.reason}: ${visibleText(item.reasonCode)}` });
  if (item.because !== null) lines.push({ text: `${words.because}: ${visibleText(item.because)}` });
  if (item.state === "pending") lines.push({ text: `${words.decideBy} ${minute(item.decideBy)}` });
  if (item.url !== null) lines.push({ text: words.open, link: item.url });
  return lines;
}

function contentOf(words: MailWords, message: Message): { subject: string; lines: Line[] } {
  switch (message.type) {
    case "notifications.test":
      return { subject: words.test, lines: [{ text: words.testText(person(message.data.by)) }] };
    case "notifications.confirm":
      return { subject: words.confirm, lines: [{ text: words.confirmText(message.data.code, message.data.validMinutes) }] };
    case "notifications.digest": {
      const { items, more, settled } = message.data;
      const lines = items.flatMap((item) => linesOf(words, item));
      if (more > 0) lines.push({ text: words.more(more) });
      if (settled > 0) lines.push({ text: words.settled(settled) });
      return { subject: words.digest(items.length + more), lines };
    }
    default:
      return {
        subject: `${words.subject[message.data.kind]}: ${visibleText(message.data.headline, 120)}`,
        lines: linesOf(words, message.data),
      };
  }
}

/** A message as a mail: text, and the same text as plain HTML without anything that loads or runs. */
export function mailOf(message: Message, language: "en" | "de"): Mail {
  const words = MAIL_WORDS[language];
  const { subject, lines } = contentOf(words, message);
  const all = message.type === "notifications.confirm" ? lines : [...lines, { text: words.why }];
  return { subject: `[Quartermaster] ${subject}`, text: textOf(all), html: htmlOf(all) };
}
