import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict } from "@quartermaster/shared/signing";
import type { z } from "zod";
import { dropOptionalNulls } from "./strict-schema.ts";
import type { ToolFailure } from "./tool.ts";

export type Validated = { ok: true; args: JsonObject } | ToolFailure;

/** Reads a call's argument text; an empty text means no arguments. */
export function parseArguments(text: string): { ok: true; value: JsonValue } | ToolFailure {
  try {
    return { ok: true, value: parseStrict(text.trim() === "" ? "{}" : text, { maxBytes: 65_536, maxDepth: 12 }) };
  } catch (error) {
    const detail = AppError.isInstance(error) ? error.message : "not JSON";
    return { ok: false, code: "invalid_json", hint: `The arguments are not valid JSON (${detail}). Send one JSON object.` };
  }
}

/** Checks arguments against the tool's closed schema; the first few problems are named with their place. */
export function validateArguments(schema: z.ZodType, jsonSchema: JsonObject, value: JsonValue): Validated {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, code: "invalid_arguments", hint: "The arguments must be one JSON object." };
  }
  const parsed = schema.safeParse(dropOptionalNulls(jsonSchema, value));
  if (parsed.success) return { ok: true, args: parsed.data as JsonObject };
  const issues = parsed.error.issues.slice(0, 5);
  const path = issues[0]?.path.map(String).join(".") ?? "";
  return {
    ok: false,
    code: "invalid_arguments",
    hint: issues.map((issue) => `${issue.path.map(String).join(".") || "arguments"}: ${issue.message}`).join("; "),
    ...(path === "" ? {} : { path }),
  };
}
