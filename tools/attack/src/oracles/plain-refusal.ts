/** A refusal as a call of the interface answers it. */
interface Problem {
  code?: unknown;
  detail?: unknown;
  errors?: { path?: unknown }[];
}

const CODE = /^[a-z][a-z0-9_]{2,}$/;
const words = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The code of a refusal that says which field is at fault, or null: an error that names neither is no plain refusal. */
export function plainRefusal(body: unknown, field: string): string | null {
  const { code, detail, errors } = (typeof body === "object" && body !== null ? body : {}) as Problem;
  if (typeof code !== "string" || !CODE.test(code)) return null;
  const named = [detail, ...(Array.isArray(errors) ? errors.map((error) => error.path) : [])];
  const wanted = words(field.split(/[.[\]/]+/).findLast((part) => part !== "" && !/^\d+$/.test(part)) ?? field);
  return named.some((text) => typeof text === "string" && words(text).includes(wanted)) ? code : null;
}

/** Names of arguments in the words of people, who do not write them as schemas do. */
const IN_WORDS =
  /quantit|amount|unit|\b(?:shipment|declaration|reservation|transfer|place|location|destination|origin|service|leg|lot|item|sku|day|date|party|consignee|action|request|order|instruction|memory|approval)s?\b/i;

/** True when a request's refusal has a code and says in words which part of the request it is about: a key or figure of it, or a field. */
export function saysWhat(refusal: { code?: unknown; detail?: unknown } | null, answer: string | null, trigger: string): boolean {
  if (!refusal || typeof refusal.code !== "string" || !CODE.test(refusal.code)) return false;
  const said = `${typeof refusal.detail === "string" ? refusal.detail : ""} ${answer ?? ""}`;
  const own = trigger.match(/[\p{L}\p{N}][\p{L}\p{N}_-]*\d[\p{L}\p{N}_-]*/gu) ?? [];
  return IN_WORDS.test(said) || own.some((part) => said.includes(part));
}
