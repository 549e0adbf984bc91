import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** `sha256:` + hex over the RFC 8785 text of the value. */
export function contentHash(value: unknown): string {
  return `sha256:${createHash("sha256").update(canonicalJson(value)).digest("hex")}`;
}
