import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function typeOf(schema: JsonValue | undefined): string {
  if (!isObject(schema)) return "unknown";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map(typeOf).join(" | ");
  if (schema.type === "array") return `(${typeOf(schema.items)})[]`;
  if (schema.type === "object") return membersOf(schema);
  return schema.type === "integer" ? "number" : typeof schema.type === "string" ? schema.type : "unknown";
}

function membersOf(schema: JsonObject): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, part]) => {
    const words = isObject(part) && typeof part.description === "string" ? ` /* ${part.description.replaceAll("*/", "")} */` : "";
    return `${name}${required.has(name) ? "" : "?"}: ${typeOf(part)}${words}`;
  });
  return `{ ${members.join(", ")} }`;
}

/** A tool as a function in a few words: what a program needs to call it, at a fraction of its JSON schema. */
export const toolSignature = (name: string, description: string, schema: JsonObject): string =>
  `${name}(${membersOf(schema)}) // ${description.replaceAll("\n", " ")}`;
