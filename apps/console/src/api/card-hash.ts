import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 over the canonical form of a card without its own `hash`, as the server writes it. */
export async function cardHash(card: object): Promise<string> {
  const { hash: _own, ...rest } = card as Record<string, unknown>;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(rest)));
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
