/** English words of the review health. */
export const healthWords = {
  health: "Review health",
  healthLead: "How people decided in the last 30 days. You see your own line; operations directors, auditors and admins see all.",
  healthEmpty: "Nobody decided anything yet.",
  healthPerson: "Person",
  healthDecided: "Decided",
  healthApproved: "Approved",
  healthMedian: "Median time",
  healthP90: "Nine of ten within",
  healthFast: "Under 2 s",
  healthStamping: "Looks like rubber-stamping: talk to the team.",
  healthQueue: (open: number, expired: number) => `${open} open, ${expired} expired unseen.`,
  healthOldest: (time: string) => `The oldest waits since ${time}.`,
} as const;
