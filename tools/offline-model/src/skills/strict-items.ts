import { type ParameterRole, parametersOf } from "../mind/parameter-roles.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";

/** Items of a list argument with the members that the schema wants, absent ones as null. */
export function strictItems(tool: OfferedTool, role: ParameterRole, items: readonly JsonMap[]): JsonMap[] {
  const parameter = parametersOf(tool).find((candidate) => candidate.role === role);
  const array = parameter?.schema.anyOf ? (parameter.schema.anyOf as JsonMap[]).find((part) => part.type === "array") : parameter?.schema;
  const item = array?.items as JsonMap | undefined;
  const wanted = Array.isArray(item?.required) ? (item.required as string[]) : [];
  return items.map((one) => ({ ...Object.fromEntries(wanted.map((name) => [name, null])), ...one }));
}
