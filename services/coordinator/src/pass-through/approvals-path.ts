import { AppError } from "@quartermaster/shared/errors";

/** Separators, and what another parser may read as one. What else no id has is encoded, and the other service names it. */
const NEVER_IN_A_SEGMENT = /[/\\?#]/u;

/**
 * The path and query to ask the approvals service for. Every segment is decoded and encoded anew: a dot segment or an encoded slash
 * would lead to another resource there than the one whose address was matched here.
 * @throws AppError invalid_request
 */
export function approvalsPath(url: string): string {
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  const segments = path
    .split("/")
    .slice(1)
    .map((raw) => {
      const segment = decode(raw);
      if (segment === "." || segment === ".." || NEVER_IN_A_SEGMENT.test(segment))
        throw unreadable("a part of it holds a character that no id has");
      return encodeURIComponent(segment);
    });
  // What is no character of a query (RFC 3986) would end the request line; checking its values is the other service's part.
  const query = at === -1 ? "" : url.slice(at).replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
  return `/${segments.join("/")}${query.split("#", 1)[0]}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw unreadable("not a percent-encoded path", cause);
  }
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError("invalid_request", { detail: "the address could not be read", errors: [{ path: "path:/", message }], cause });
}
