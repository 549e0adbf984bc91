import { AppError } from "../errors/index.ts";

export interface Rate {
  /** Calls a second that one caller may make for long. */
  perSecond: number;
  /** Calls that one caller may make at once. */
  burst: number;
}

/** What one user may ask of a replica of a service. */
export const USER_RATE: Rate = { perSecond: 200, burst: 600 };

const MAX_BUCKETS = 10_000;

/** Counts a call of a caller. @throws AppError rate_limited */
export type RateLimit = (caller: { tenant: string; user: string }) => void;

/** Holds every caller of this process to a rate; memory is bounded, whoever called longest ago is forgotten first. */
export function createRateLimit({ perSecond, burst }: Rate, now: () => number = () => Date.now()): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return ({ tenant, user }) => {
    const key = `${tenant}/${user}`;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    buckets.delete(key);
    // A refused call costs nothing: whoever goes on calling too fast still gets the rate.
    const refused = tokens < 1;
    buckets.set(key, { tokens: refused ? tokens : tokens - 1, at });
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    if (refused) throw new AppError("rate_limited", { retryAfterSeconds: 1 });
  };
}
