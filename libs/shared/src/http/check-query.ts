import type { FastifyRequest } from "fastify";
import { AppError, type FieldProblem } from "../errors/index.ts";

const refuse = (path: string, message: string): never => {
  const errors: FieldProblem[] = [{ path, message }];
  throw new AppError("invalid_request", { detail: `${path} ${message}`, errors });
};

/** Refuses NUL in a query: no database text can hold it. */
function refuseNulIn(values: unknown): void {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, unknown>))
    if (String(value).includes("\u0000")) refuse(`querystring:/${name}`, "NUL character");
}

/** Blanks, control and invisible characters, halves of characters, and what separates the parts of an address. */
const NEVER_IN_AN_ID = /[/\\?#\s\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** Refuses ids that no record can have, so that every route says the same of them. */
function refuseOddIds(params: unknown): void {
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, unknown>)) {
    if (name === "*") continue;
    const id = String(value);
    if (id === "." || id === ".." || NEVER_IN_AN_ID.test(id)) refuse(`params:/${name}`, "a character that no id has");
  }
}

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A value that cannot be decoded would be taken literally, which nobody meant. */
function refuseUnreadable(url: string): void {
  const query = url.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "";
  for (const pair of query.split("&")) {
    const name = pair.split("=", 1)[0] ?? "";
    if (!isReadable(name)) refuse("querystring:/", "the name of a parameter is not percent-encoded UTF-8");
    if (!isReadable(pair)) refuse(`querystring:/${decodeURIComponent(name)}`, "not percent-encoded UTF-8");
  }
}

/**
 * Checks the values of an address before any schema does. A route of the API without a schema for its query takes none at all: a
 * misspelt filter that is ignored gives an answer to another question.
 * @throws AppError invalid_request naming the parameter
 */
export function checkQuery(request: FastifyRequest): void {
  const { url, schema, config } = request.routeOptions;
  if (config.passThrough) return;
  refuseUnreadable(request.url);
  refuseOddIds(request.params);
  refuseNulIn(request.query);
  if (schema?.querystring !== undefined || !url?.startsWith("/v1/")) return;
  const name = Object.keys((request.query ?? {}) as object)[0];
  if (name !== undefined) refuse(`querystring:/${name}`, "there is no such parameter");
}
