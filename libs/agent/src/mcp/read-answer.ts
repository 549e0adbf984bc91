import type { McpAnswer } from "./mcp-connection.ts";

/** What a server answered as one text. Pictures, sounds and links are left out and named. */
export function readAnswer(answer: McpAnswer): string {
  if (answer.structuredContent !== undefined) return JSON.stringify(answer.structuredContent);
  const parts = answer.content.map((part) => (part.type === "text" ? part.text : `[${part.type} left out]`));
  return parts.join("\n");
}
