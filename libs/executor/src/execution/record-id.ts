import { createHash } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Id of a record that a grant creates: prefix, dash, 10 characters fixed by the grant and the name, so a replay gives the same. */
export function recordId(prefix: string, grantId: string, name: string): string {
  const digest = createHash("sha256").update(`${grantId}${name}`).digest();
  let text = "";
  for (let index = 0; index < 10; index++) text += BASE32[(digest[index] ?? 0) % 32];
  return `${prefix.replace(/-$/, "")}-${text}`;
}
