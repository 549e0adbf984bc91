import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";

/** What an argument stands for, told by its name. */
export type ParameterRole =
  | "item"
  | "quantity"
  | "unit"
  | "country"
  | "from"
  | "to"
  | "place"
  | "reservation"
  | "shipment"
  | "declaration"
  | "hold"
  | "transfer"
  | "service"
  | "demand"
  | "party"
  | "licence"
  | "incoterm"
  | "lot"
  | "mrn"
  | "lrn"
  | "itn"
  | "lines"
  | "reason"
  | "type"
  | "date"
  | "expiringBefore"
  | "until"
  | "belowSafety"
  | "late"
  | "mode"
  | "state"
  | "dangerousGoods"
  | "counted"
  | "items"
  | "supplier"
  | "leg"
  | "services"
  | "changes"
  | "evidence"
  | "evidenceType"
  | "document"
  | "screening"
  | "decision"
  | "departure"
  | "departsFrom"
  | "departsBefore"
  | "arrivesBefore"
  | "name";

const ROLES: [ParameterRole, RegExp][] = [
  ["leg", /^(?:from)?leg(?:seq|no|number)?$/],
  ["counted", /^counted(?:quantity|qty)?$/],
  ["items", /^(?:skus|items|products)$/],
  ["supplier", /^supplier(?:id)?$/],
  ["services", /^service(?:s|ids)$/],
  ["changes", /^changes$/],
  ["evidenceType", /^evidencetype$/],
  ["evidence", /^evidence(?:ref|id)?$/],
  ["document", /^document(?:ref|id)?$/],
  ["screening", /^screening(?:id)?$/],
  ["decision", /^decision$/],
  ["departure", /^newetd$/],
  ["departsFrom", /^(?:etd|departs?)(?:after|from)$/],
  ["departsBefore", /^(?:etd|departs?)(?:before|until)$/],
  ["arrivesBefore", /^(?:eta|arrives?)(?:before|until)$/],
  ["name", /^name$/],
  ["item", /^(?:sku|item|itemid|product|productid|article|material)$/],
  ["quantity", /^(?:quantity|qty|amount)$/],
  ["unit", /^(?:uom|unit|unitofmeasure)$/],
  ["country", /country/],
  ["dangerousGoods", /^(?:dgun|unnumber)$/],
  ["from", /^(?:from|origin|source)/],
  ["to", /^(?:to(?!tal)|destination|target|newdestination)/],
  ["place", /^(?:location|place|site|warehouse)(?:id)?$/],
  ["reservation", /^reservation(?:id)?$/],
  ["shipment", /^shipment(?:id)?$/],
  ["declaration", /^declaration(?:id)?$/],
  ["hold", /^hold(?:id)?$/],
  ["transfer", /^transfer(?:ref|id)?$/],
  ["service", /^service(?:id)?$/],
  ["demand", /^(?:demand|order)(?:ref|id)?$/],
  ["party", /^(?:consignee|party|customer)(?:id)?$/],
  ["licence", /^licen[cs]e(?:id)?$/],
  ["incoterm", /^incoterms?$/],
  ["lot", /^(?:lot|batch)$/],
  ["mrn", /^mrn$/],
  ["lrn", /^lrn$/],
  ["itn", /^itn$/],
  ["lines", /^lines$/],
  ["reason", /^(?:reason|rationale)$/],
  ["type", /^(?:type|holdtype)$/],
  ["date", /^(?:neededby|deliverby|requiredby|duedate|ondate|completeby)$/],
  ["expiringBefore", /^(?:expiringbefore|expiresbefore)$/],
  ["until", /^expires?(?:at|on)$/],
  ["belowSafety", /^belowsafety/],
  ["late", /^late$/],
  ["mode", /^mode$/],
  ["state", /^(?:state|status)$/],
];

const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

/** The role of an argument, or null when its name tells nothing. */
export function roleOf(name: string): ParameterRole | null {
  const plain = name.toLowerCase().replace(/[_-]/g, "");
  return ROLES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

export interface Parameter {
  name: string;
  role: ParameterRole | null;
  required: boolean;
  /** Allowed values, if the schema is closed. */
  values: string[];
  schema: JsonMap;
}

const acceptsNull = (schema: JsonMap): boolean =>
  (Array.isArray(schema.type) && schema.type.includes("null")) ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some((part) => isMap(part) && part.type === "null"));

/** Arguments of a tool. In a strict schema every member is required and an optional one accepts null. */
export function parametersOf(tool: OfferedTool): Parameter[] {
  const properties = isMap(tool.parameters.properties) ? tool.parameters.properties : {};
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  return Object.entries(properties).map(([name, part]) => {
    const schema = isMap(part) ? part : {};
    const values = Array.isArray(schema.enum) ? schema.enum.filter((value): value is string => typeof value === "string") : [];
    return { name, role: roleOf(name), required: required.includes(name) && !acceptsNull(schema), values, schema };
  });
}

/** Roles that the arguments of a tool have. */
export const rolesOf = (tool: OfferedTool): Set<ParameterRole> => new Set(parametersOf(tool).flatMap((parameter) => parameter.role ?? []));

/** Names that the schema wants present even when they hold nothing. */
const wantsNull = (tool: OfferedTool, parameter: Parameter): boolean =>
  Array.isArray(tool.parameters.required) && tool.parameters.required.includes(parameter.name) && acceptsNull(parameter.schema);

export type Values = Partial<Record<ParameterRole, unknown>>;

/** Arguments by role, and the required roles that nothing fills. */
export function fillArguments(tool: OfferedTool, values: Values): { args: JsonMap; missing: (ParameterRole | string)[] } {
  const args: JsonMap = {};
  const missing: string[] = [];
  for (const parameter of parametersOf(tool)) {
    const value = parameter.role === null ? undefined : values[parameter.role];
    const fits = value !== undefined && value !== null && (parameter.values.length === 0 || parameter.values.includes(String(value)));
    if (fits) args[parameter.name] = value;
    else if (parameter.required) missing.push(parameter.role ?? parameter.name);
    else if (wantsNull(tool, parameter)) args[parameter.name] = null;
  }
  return { args, missing };
}
