import { AppError } from "../errors/index.ts";
import type { Json } from "./canonical-json.ts";

export interface ParseStrictOptions {
  /** Largest accepted text in bytes. */
  maxBytes?: number;
  /** Deepest accepted nesting; the contract says 16. */
  maxDepth?: number;
}

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Parses JSON as every ingress must: duplicate keys, prototype-like keys, lone surrogates, NUL (no database text holds
 * it), numbers that are not finite, too deep nesting and too long texts are refused, each naming the place as a JSON pointer.
 * `JSON.parse` alone keeps the last of duplicate keys, so what was checked could differ from what runs.
 * @throws AppError invalid_json | body_too_large
 */
export function parseStrict(text: string, options: ParseStrictOptions = {}): Json {
  const maxDepth = options.maxDepth ?? 16;
  const maxBytes = options.maxBytes ?? 1_048_576;
  if (Buffer.byteLength(text) > maxBytes) throw new AppError("body_too_large", { detail: `more than ${maxBytes} bytes` });
  let at = 0;
  const fail = (path: string, message: string): never => {
    throw new AppError("invalid_json", { detail: `${message} at ${path || "/"}`, errors: [{ path: path || "/", message }] });
  };
  const skip = () => {
    while (at < text.length && (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t")) at++;
  };
  const readString = (path: string): string => {
    const start = at;
    at++;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    if (at >= text.length) fail(path, "unterminated text");
    at++;
    let value = "";
    try {
      value = JSON.parse(text.slice(start, at)) as string;
    } catch {
      fail(path, "malformed text");
    }
    if (LONE_SURROGATE.test(value)) fail(path, "lone surrogate");
    if (value.includes("\u0000")) fail(path, "NUL character");
    return value;
  };
  const readValue = (path: string, depth: number): Json => {
    if (depth > maxDepth) fail(path, `nesting over ${maxDepth}`);
    skip();
    const first = text[at];
    if (first === '"') return readString(path);
    if (first === "{") {
      at++;
      const object: { [key: string]: Json } = {};
      skip();
      if (text[at] === "}") {
        at++;
        return object;
      }
      for (;;) {
        skip();
        if (text[at] !== '"') fail(path, "expected a member name");
        const key = readString(path);
        const place = `${path}/${key}`;
        if (FORBIDDEN.has(key)) fail(place, "forbidden member name");
        if (Object.hasOwn(object, key)) fail(place, "duplicate member name");
        skip();
        if (text[at] !== ":") fail(place, "expected a colon");
        at++;
        object[key] = readValue(place, depth + 1);
        skip();
        if (text[at] === ",") at++;
        else if (text[at] === "}") {
          at++;
          return object;
        } else fail(path, "expected a comma or a closing brace");
      }
    }
    if (first === "[") {
      at++;
      const list: Json[] = [];
      skip();
      if (text[at] === "]") {
        at++;
        return list;
      }
      for (;;) {
        list.push(readValue(`${path}/${list.length}`, depth + 1));
        skip();
        if (text[at] === ",") at++;
        else if (text[at] === "]") {
          at++;
          return list;
        } else fail(path, "expected a comma or a closing bracket");
      }
    }
    const literal = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at, at + 400))?.[0];
    if (literal === undefined) return fail(path, "unexpected character");
    at += literal.length;
    const value = JSON.parse(literal) as Json;
    if (typeof value === "number" && !Number.isFinite(value)) fail(path, "number out of range");
    return value;
  };
  const value = readValue("", 0);
  skip();
  if (at !== text.length) fail("", "text after the end");
  return value;
}
