import { plural } from "../plural.ts";

/** English words of the ledger. */
export const ledgerWords = {
  verify: "Verify",
  verifying: "Verifying…",
  verifyOk: (entries: number) => `${plural(entries, "entry", "entries")} checked: links, bodies and signatures hold.`,
  verifyWaiting: (count: number) => `${plural(count, "entry waits", "entries wait")} to be chained.`,
  verifyBad: (position: number | null, code: string) => `Broken at entry ${position ?? "?"}: ${code}`,
  ledgerLead: "What was planned, decided, granted and done; oldest first.",
  ledgerEmpty: "Nothing was written yet.",
  download: "Download",
  time: "Time",
  kind: "What",
  who: "Who",
  subject: "About",
  request: "Request",
  hash: "Hash",
} as const;
