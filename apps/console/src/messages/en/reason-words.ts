/** English words for the reasons of policy: as they are written there. */
export const reasonWords = {
  reason: (sentence: string) => sentence,
} as const;
