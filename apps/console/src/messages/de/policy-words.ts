import type { policyWords as english } from "../en/policy-words.ts";
import type { Widen } from "../message-type.ts";

/** German words of the policy page. */
export const policyWords: Widen<typeof english> = {
  policyVersion: (version) => `Fassung ${version}`,
  policyAction: "Vorgang",
  policyPeople: "Personen",
  policyWhy: "Warum",
  policyFree: "keine Person",
  policyFrom: (amount) => `ab ${amount} EUR am Tag`,
  policyHours: (usual, urgent) => `Für eine Entscheidung sind ${usual} Stunden Zeit, ${urgent} wenn es eilt.`,
};
