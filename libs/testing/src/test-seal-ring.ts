import { createSealRing, type SealRing, withNewSealKey } from "@quartermaster/shared/signing";

/** A ring of its own, in memory. */
export function testSealRing(): SealRing {
  const file = withNewSealKey(null);
  return createSealRing(() => file);
}
