import { plural } from "../plural.ts";

/** English words of the first page. */
export const homeWords = {
  needsYou: (count: number) => (count === 1 ? "One thing needs you" : `${count} things need you`),
  nothingNeedsYou: "Nothing needs you",
  underWay: (count: number) => `${plural(count, "request is", "requests are")} under way.`,
  nearestDeadline: (time: string) => `The nearest deadline is in ${time}.`,
  decide: "Decide",
  answerThese: "Answer",
  lookAt: "Look at",
  yourRequests: "Your requests",
  noRequestsYet: "You have not asked for anything yet.",
} as const;
