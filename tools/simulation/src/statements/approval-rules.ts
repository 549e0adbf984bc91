import type { Session } from "../store/session.ts";

/** `execution_stopped` of `services/approvals/migrations`: the newest confirmed wish says. */
export const isStopped = (session: Session, tenant: string): boolean =>
  session
    .rows("kill_switch")
    .filter((row) => row.tenant === tenant && row.state === "confirmed")
    .sort((a, b) => a.epoch - b.epoch)
    .at(-1)?.action === "stop";

/** Milliseconds from the transaction's now to an instant; below zero when it is over. */
export const msFromNow = (session: Session, instant: string): number => Date.parse(instant) - Date.parse(session.now);
