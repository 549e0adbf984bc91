let offsetMs = 0;
let businessOffsetMs: number | null = null;

/** Learns the server's clock from an answer's Date header (whole seconds, so small differences are ignored). */
export function noteServerDate(header: string | null): void {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(at)) return;
  const found = at + 500 - Date.now();
  if (Math.abs(found - offsetMs) > 1_500) offsetMs = found;
}

/** Learns the tenant's business clock; a demo world has its own date. */
export function noteBusinessTime(now: string | undefined): void {
  const at = now === undefined ? Number.NaN : Date.parse(now);
  businessOffsetMs = Number.isNaN(at) ? null : at - Date.now();
}

export const knowsBusinessTime = (): boolean => businessOffsetMs !== null;
export const serverNow = (): number => Date.now() + offsetMs;
/** The clock that deadlines are counted on. */
export const businessNow = (): number => Date.now() + (businessOffsetMs ?? offsetMs);
