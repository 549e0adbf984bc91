import type { Json } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { describeArgs } from "./describe-args.ts";

/** What an agent did or wants, as a plain sentence made here from tool and arguments. */
export function toolSentence(m: Messages, tool: string, args: Json | undefined): string {
  const words = describeArgs(m, args);
  const table: Readonly<Record<string, (words: string) => string>> = m.tools;
  const phrase = Object.hasOwn(table, tool) ? table[tool] : undefined;
  return (phrase ? phrase(words) : m.calledTool(tool, words)).trim();
}
