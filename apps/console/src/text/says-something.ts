import { revealText } from "./reveal-text.ts";

/** Whether somebody who reads the text sees anything: spaces and hidden characters alone say nothing. */
export const saysSomething = (text: string): boolean =>
  revealText(text, true).segments.some((segment) => segment.kind === "mixed" || (segment.kind === "plain" && segment.text.trim() !== ""));
