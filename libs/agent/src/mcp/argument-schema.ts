import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** Keywords that hold words of the server, or values that it suggests: a model never sees them. */
const WORDS = new Set(["title", "description", "examples", "default", "$comment", "deprecated", "readOnly", "writeOnly"]);
/** Keywords whose members are schemas under names of the server's choice. */
const NAMED = new Set(["properties", "$defs", "definitions"]);

const isObject = (value: JsonValue): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

const opensMembers = (branch: JsonValue): boolean =>
  isObject(branch) && (branch.type === "object" || "properties" in branch || "$ref" in branch);

/**
 * Refuses what cannot be closed part by part: members that stand in several schemas which hold together. Each, closed by itself,
 * would refuse the members of the others, so that no argument at all would be good.
 */
function refuseSpreadMembers(schema: JsonObject, isClosed: boolean): void {
  if ("allOf" in schema) throw new Error("allOf is not supported: write the members into one schema");
  if (!isClosed) return;
  if ("$ref" in schema) throw new Error("an object may not have members of its own and a $ref beside them");
  for (const way of ["anyOf", "oneOf"]) {
    const branches = schema[way];
    if (Array.isArray(branches) && branches.some(opensMembers))
      throw new Error(`an object may not have members of its own and more of them in ${way}`);
  }
}

/** The schema without words, every object closed. */
function plain(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !WORDS.has(key) && !key.startsWith("x-"));
  const parts = kept.map(([key, value]): [string, JsonValue] => {
    if (key === "enum" || key === "const" || key === "required") return [key, value];
    if (!NAMED.has(key) || !isObject(value)) return [key, plain(value)];
    return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]))];
  });
  const closed = Object.fromEntries(parts);
  const isClosed = closed.type === "object" || "properties" in closed;
  refuseSpreadMembers(closed, isClosed);
  return isClosed ? { ...closed, additionalProperties: false } : closed;
}

/**
 * The closed argument schema of a tool from its server's JSON schema.
 * @throws Error when the schema is no object schema, or says something that cannot be checked here.
 */
export function argumentSchema(inputSchema: JsonObject): z.ZodType<JsonObject> {
  if (inputSchema.type !== "object") throw new Error("the schema of a tool's arguments must be of type object");
  return z.fromJSONSchema(plain(inputSchema) as never) as z.ZodType<JsonObject>;
}
