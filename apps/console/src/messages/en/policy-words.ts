/** English words of the policy page. */
export const policyWords = {
  policyVersion: (version: string) => `version ${version}`,
  policyAction: "Action",
  policyPeople: "People",
  policyWhy: "Why",
  policyFree: "no person",
  policyFrom: (amount: string) => `from ${amount} EUR a day`,
  policyHours: (usual: number, urgent: number) => `People have ${usual} hours to decide, ${urgent} when it is urgent.`,
} as const;
