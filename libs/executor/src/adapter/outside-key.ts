import { createHash } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Our reference at an outside system: the same effect always has the same, whichever grant carries it. 23 characters of capitals,
 * digits and one dash, so that it fits the free reference field of most systems. 100 bits of SHA-256.
 */
export function outsideKey(effectKey: string): string {
  const digest = createHash("sha256").update(`outside/${effectKey}`).digest();
  let text = "";
  for (let index = 0; index < 20; index++) text += BASE32[(digest[index] ?? 0) % 32];
  return `QM-${text}`;
}
