/** English words of the policy page. */
export const policyWords = {
  policyVersion: (version: string) => `version ${version}`,
  policyAction: "Action",
  policyPeople: "People",
  policyWhy: "Why",
  policyFree: "no person",
} as const;
