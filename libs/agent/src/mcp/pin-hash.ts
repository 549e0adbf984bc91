import { contentHash } from "@quartermaster/shared/signing";

/** The parts of a tool, as its server lists it, that a pin holds fast. */
export interface PinnedParts {
  tool: string;
  inputSchema: unknown;
  outputSchema?: unknown;
}

/** Hash of what a tool takes and gives. Its words and annotations are not in it: they are never used. */
export const pinHash = ({ tool, inputSchema, outputSchema }: PinnedParts): string => contentHash([tool, inputSchema, outputSchema ?? null]);
