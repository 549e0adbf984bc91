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
export const port = () => z.coerce.number().int().min(1).max(65535);

/**
 * Reads one service's settings from an environment, reporting all problems together. Unknown `QM_*` names are
 * refused so that a misspelt setting never silently falls back to a default.
 * @throws AppError config_invalid naming every wrong variable.
 */
export function readEnv<T extends z.ZodRawShape>(shape: T, env: Record<string, string | undefined>): z.infer<z.ZodObject<T>> {
  const errors: { path: string; message: string }[] = [];
  for (const name of Object.keys(env)) {
    if (name.startsWith("QM_") && !(name in shape)) errors.push({ path: name, message: "unknown setting" });
  }
  const picked: Record<string, string | undefined> = {};
  for (const name of Object.keys(shape)) if (env[name] !== undefined) picked[name] = env[name];
  const parsed = z.object(shape).safeParse(picked);
  if (!parsed.success) for (const issue of parsed.error.issues) errors.push({ path: issue.path.join("."), message: issue.message });
  if (errors.length > 0 || !parsed.success) {
    const detail = errors.map((e) => `${e.path}: ${e.message}`).join("; ");
    throw new AppError("config_invalid", { detail: `The settings are not valid: ${detail}`, errors });
  }
  return parsed.data;
}
