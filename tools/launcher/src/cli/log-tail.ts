import { existsSync, readFileSync } from "node:fs";

/** One log line for a person: a JSON line's level, message and error; other lines as they are. */
export function readableLine(line: string): string {
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string; stack?: string } };
    const parts = [entry.msg, entry.err?.stack?.split("\n").slice(0, 3).join(" | ") ?? entry.err?.message].filter(Boolean);
    return parts.length > 0 ? parts.join(": ") : line;
  } catch {
    return line;
  }
}

/** The last lines of a log file. */
export function logTail(path: string, lines = 15): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").trimEnd().split("\n").slice(-lines).map(readableLine);
}
