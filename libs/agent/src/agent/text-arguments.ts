import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Types that no text gets into. Whatever else a schema allows may hold one. */
const NO_TEXT = new Set(["number", "integer", "boolean", "null"]);

/**
 * Dotted paths of every argument that may hold a text, the places of lists left out: `lines.sku`.
 * @param schema JSON Schema of a tool's arguments.
 */
export function textArguments(schema: JsonObject, path = ""): string[] {
  const found = (inner: JsonValue, at: string): string[] => (isObject(inner) ? textArguments(inner, at) : [at]);
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const paths = [...choices.flatMap((choice) => found(choice, path))];
  if (isObject(schema.properties))
    for (const [name, member] of Object.entries(schema.properties)) paths.push(...found(member, path === "" ? name : `${path}.${name}`));
  if (isObject(schema.items)) paths.push(...found(schema.items, path));
  const isLeaf = choices.length === 0 && !isObject(schema.properties) && !isObject(schema.items);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (isLeaf && !types.every((type) => NO_TEXT.has(String(type)))) paths.push(path);
  // Names that the schema leaves open are as good as a text.
  if (isObject(schema.additionalProperties)) paths.push(path);
  return [...new Set(paths)];
}

/**
 * Holds a propose tool to saying of every text argument whether it names something.
 * @throws Error that names the arguments of which nothing, or both, is said, and the names that the schema does not have.
 */
export function checkTextArguments(
  tool: { name: string; identity: readonly string[]; plain: readonly string[] },
  schema: JsonObject,
): void {
  const paths = textArguments(schema);
  const said = [...tool.identity, ...tool.plain];
  const unsaid = paths.filter((path) => said.filter((other) => other === path).length !== 1);
  const strange = said.filter((path) => !paths.includes(path));
  if (unsaid.length + strange.length === 0) return;
  throw new Error(
    `${tool.name} must say once whether each of its text arguments is identity or plain: ${[...unsaid, ...strange].join(", ")}`,
  );
}
