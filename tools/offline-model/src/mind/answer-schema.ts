import { EFFECT_OWNERS, type ObjectClass } from "@quartermaster/language";
import type { JsonMap } from "../protocol/chat-request.ts";
import type { Conversation } from "./conversation.ts";

const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);
const enumOf = (schema: JsonMap): string[] =>
  Array.isArray(schema.enum) ? schema.enum.filter((value): value is string => typeof value === "string") : [];

const AGENT_OF_OBJECT: Record<ObjectClass, string> = {
  reservation: "supply",
  stock: "supply",
  lot: "supply",
  purchase: "supply",
  transfer: "supply",
  shipment: "transit",
  hold: "transit",
  route: "transit",
  declaration: "export",
  document: "export",
  screening: "export",
  sanctions: "export",
  licence: "export",
  consignee: "export",
};
const AGENT_OF_ID: Record<string, string> = {
  sku: "supply",
  code: "supply",
  reservation: "supply",
  lot: "supply",
  stock: "supply",
  transfer: "supply",
  shipment: "transit",
  hold: "transit",
  service: "transit",
  carrier: "transit",
  declaration: "export",
  licence: "export",
  party: "export",
  mrn: "export",
};

/** Values of the sentence that an enumeration could mean: action kinds, agents, a language. */
function meant(conversation: Conversation): Set<string> {
  const { reading, language } = conversation;
  const kinds = reading.actions.kinds;
  const agents = kinds.flatMap((kind) => EFFECT_OWNERS[kind] ?? []);
  const named = [
    ...reading.actions.objects.map((object) => AGENT_OF_OBJECT[object]),
    ...reading.ids.flatMap((id) => AGENT_OF_ID[id.kind] ?? []),
  ];
  return new Set([...kinds, ...(agents.length > 0 ? agents : named), language]);
}

function valueFor(schema: JsonMap, conversation: Conversation): unknown {
  const values = enumOf(schema);
  const wanted = meant(conversation);
  if (values.length > 0) return values.find((value) => wanted.has(value)) ?? values[0];
  if (schema.type === "array") {
    const choices = isMap(schema.items) ? enumOf(schema.items) : [];
    return choices.filter((value) => wanted.has(value));
  }
  if (schema.type === "object" || isMap(schema.properties)) return answerSchema(schema, conversation);
  if (schema.type === "boolean") return false;
  if (schema.type === "number" || schema.type === "integer") return 0;
  return schema.type === "string" ? "" : null;
}

/** Fills a closed schema from the sentence: enumerations by evidence, everything else with its emptiest value. */
export function answerSchema(schema: JsonMap, conversation: Conversation): JsonMap {
  const properties = isMap(schema.properties) ? schema.properties : {};
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, isMap(part) ? valueFor(part, conversation) : null]));
}
