import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const leaves = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
};

/** Long enough to be found by chance nowhere. */
const isLong = (text: string): boolean => text.length >= 16;

/** Every secret of the stack: passwords of the databases, seeds of the bus accounts, private signing keys. */
export function readSecrets(home: string): string[] {
  const passwords = leaves(JSON.parse(readFileSync(join(home, "secrets", "database.json"), "utf8")));
  const files = (folder: string, ending: string): string[] =>
    existsSync(join(home, folder))
      ? readdirSync(join(home, folder))
          .filter((name) => name.endsWith(ending))
          .map((name) => readFileSync(join(home, folder, name), "utf8").trim())
      : [];
  const keys = files("keys", ".key.json").flatMap((text) => {
    const key = JSON.parse(text) as Record<string, unknown>;
    // What stands in the public half is no secret.
    return leaves(Object.fromEntries(Object.entries(key).filter(([name]) => /^(?:d|seed|private\w*|secret\w*)$/i.test(name))));
  });
  return [...new Set([...passwords, ...files("nats", ".nk"), ...keys])].filter(isLong);
}

/** Names of the texts that hold one of the secrets. */
export function leaksIn(texts: Readonly<Record<string, unknown>>, secrets: readonly string[]): string[] {
  return Object.entries(texts)
    .filter(([, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
      return secrets.some((secret) => text.includes(secret));
    })
    .map(([name]) => `secret in ${name}`);
}
