import { createHash } from "node:crypto";
import { FINGERPRINTS } from "./known-fingerprints.ts";

/** Statements of the simulation's own parts, which mirror nothing. */
const OWN = / of the simulat(?:ion|ed warehouse)$/;

/**
 * A model of a statement is worth something only while the statement is the one that was modelled.
 * @param id service and key of the model
 * @throws when the text differs from the one that the model was written for
 */
export function checkFingerprint(id: string, text: string): void {
  if (OWN.test(text)) return;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  if (!FINGERPRINTS[id]?.includes(hash))
    throw new Error(`the statement "${id}" is not the one that was modelled; look at its model, then note ${hash} for it: ${text}`);
}
