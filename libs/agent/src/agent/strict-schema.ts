import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

const UNSUPPORTED = ["allOf", "not", "patternProperties", "if", "then", "else", "dependentRequired", "prefixItems", "$ref"];
/** Keywords that the strict subset refuses but that only narrow; our own validation still applies them. */
const NARROWING = ["minLength", "maxLength", "default", "propertyNames", "contentEncoding"];
const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

class NotStrict extends Error {}

const nullable = (schema: JsonObject): JsonObject => {
  if (typeof schema.type === "string" && schema.const === undefined) {
    const type = [schema.type, "null"];
    return Array.isArray(schema.enum) ? { ...schema, type, enum: [...schema.enum, null] } : { ...schema, type };
  }
  const { description, ...rest } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] };
};

function convert(schema: JsonObject): JsonObject {
  if (UNSUPPORTED.some((keyword) => keyword in schema)) throw new NotStrict();
  const out: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (NARROWING.includes(keyword)) continue;
    if (keyword === "format" && !FORMATS.has(String(value))) continue;
    if ((keyword === "anyOf" || keyword === "oneOf") && Array.isArray(value)) out.anyOf = value.map((part) => convert(part as JsonObject));
    else if (keyword === "items" && isObject(value)) out.items = convert(value);
    else if (keyword !== "properties" && keyword !== "required") out[keyword] = value;
  }
  if (schema.type === "object") {
    if (schema.additionalProperties !== false) throw new NotStrict();
    const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
    const properties: JsonObject = {};
    for (const [name, part] of Object.entries((schema.properties ?? {}) as JsonObject)) {
      const converted = convert(part as JsonObject);
      properties[name] = required.has(name) ? converted : nullable(converted);
    }
    out.properties = properties;
    out.required = Object.keys(properties);
  }
  return out;
}

/** A tool's JSON schema in the strict subset (every member required, optional ones nullable), or as it is when it does not fit. */
export function toStrictSchema(schema: JsonObject): { parameters: JsonObject; strict: boolean } {
  try {
    return { parameters: convert(schema), strict: true };
  } catch (error) {
    if (error instanceof NotStrict) return { parameters: schema, strict: false };
    throw error;
  }
}

/** Undoes the strict form: a null for an optional member means "not given". */
export function dropOptionalNulls(schema: JsonObject, value: JsonValue): JsonValue {
  if (Array.isArray(value))
    return isObject(schema.items) ? value.map((item) => dropOptionalNulls(schema.items as JsonObject, item)) : value;
  if (!isObject(value) || !isObject(schema.properties)) return value;
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const out: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    if (member === null && !required.has(name)) continue;
    const part = schema.properties[name];
    out[name] = isObject(part) ? dropOptionalNulls(part, member) : member;
  }
  return out;
}
