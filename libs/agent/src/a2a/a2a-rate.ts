import type { Rate } from "@quartermaster/shared/http";

/** What one caller may ask of one replica's A2A face: less than of REST, since a message may cost model calls. */
export const A2A_RATE: Rate = { perSecond: 50, burst: 200 };
