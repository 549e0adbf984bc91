import { readFileSync } from "node:fs";
import { z } from "zod";
import { AppError } from "../errors/index.ts";
import { Secret } from "./secret.ts";

/** A schema part for a secret environment variable. */
export const secretString = () =>
  z
    .string()
    .min(1)
    .transform((value) => new Secret(value));
/** "1"/"true" → true, "0"/"false"/"" → false. */
export const flag = () => z.enum(["0", "1", "true", "false", ""]).transform((value) => value === "1" || value === "true");
/** A TCP port given as text. */
export const port = () =>
  z.coerce
    .number({ error: "must be a port, a number from 1 to 65535" })
    .int("must be a whole number")
    .min(1, "must be a port from 1 to 65535")
    .max(65535, "must be a port from 1 to 65535");

/** True for `NAME_FILE` of a known setting `NAME`, which names a file that holds the value: how containers get their secrets. */
const isFileOf = (name: string, shape: z.ZodRawShape): boolean => name.endsWith("_FILE") && name.slice(0, -"_FILE".length) in shape;

/** The value of a setting, from the environment or from its file. */
function settingOf(name: string, shape: z.ZodRawShape, env: Record<string, string | undefined>): string | undefined {
  const file = `${name}_FILE` in shape ? undefined : env[`${name}_FILE`];
  if (env[name] !== undefined || file === undefined) return env[name];
  return readFileSync(file, "utf8").trim();
}

/**
 * Reads one service's settings from an environment, reporting all problems together. Unknown `QM_*` names are
 * refused so that a misspelt setting never silently falls back to a default. Instead of `NAME`, `NAME_FILE` may name a file
 * with the value.
 * @throws AppError config_invalid naming every wrong variable.
 */
export function readEnv<T extends z.ZodRawShape>(shape: T, env: Record<string, string | undefined>): z.infer<z.ZodObject<T>> {
  const errors: { path: string; message: string }[] = [];
  for (const name of Object.keys(env)) {
    if (name.startsWith("QM_") && !(name in shape) && !isFileOf(name, shape)) errors.push({ path: name, message: "unknown setting" });
  }
  const picked: Record<string, string | undefined> = {};
  for (const name of Object.keys(shape)) {
    try {
      const value = settingOf(name, shape, env);
      if (value !== undefined) picked[name] = value;
    } catch (error) {
      errors.push({ path: `${name}_FILE`, message: error instanceof Error ? error.message : "cannot be read" });
    }
  }
  const parsed = z.object(shape).safeParse(picked);
  if (!parsed.success) for (const issue of parsed.error.issues) errors.push({ path: issue.path.join("."), message: issue.message });
  if (errors.length > 0 || !parsed.success) {
    const detail = errors.map((e) => `${e.path}: ${e.message}`).join("; ");
    throw new AppError("config_invalid", { detail: `The settings are not valid: ${detail}`, errors });
  }
  return parsed.data;
}
