import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of the services' logs that are not one JSON object each, and lines that hold one of the secrets. */
export function checkLogs(home: string, secrets: readonly string[]): { broken: string[]; leaked: string[] } {
  const folder = join(home, "logs");
  const broken: string[] = [];
  const leaked: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".log") && !/postgres|nats/.test(file))) {
    for (const [index, line] of readFileSync(join(folder, name), "utf8").split("\n").entries()) {
      if (line === "") continue;
      if (secrets.some((secret) => line.includes(secret))) leaked.push(`${name}:${index + 1}`);
      // Node itself warns in plain text; every line that a service writes is JSON.
      if (line.startsWith("(node:") || line.startsWith("(Use `node")) continue;
      try {
        JSON.parse(line);
      } catch {
        broken.push(`${name}:${index + 1}`);
      }
    }
  }
  return { broken, leaked };
}
