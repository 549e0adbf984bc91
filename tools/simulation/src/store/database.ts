import type { Process, Scheduler } from "../scheduler.ts";
import { Locks } from "./locks.ts";
import { Session } from "./session.ts";

// biome-ignore lint/suspicious/noExplicitAny: a row is what the statement says it is
export type Row = Record<string, any>;
export type Table = Map<string, Row>;

/**
 * Tables of one service, with what the product relies on in Postgres: read committed, row and advisory locks until the end of the
 * transaction, all or nothing at the commit, and row-level security by tenant.
 */
export class Database {
  readonly locks: Locks;
  readonly scheduler: Scheduler;
  readonly #tables = new Map<string, Table>();
  readonly #open = new Set<Session>();
  #serial = 0;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
    this.locks = new Locks(scheduler);
  }

  /** Committed rows. */
  table(name: string): Table {
    const found = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, found);
    return found;
  }

  /** The next number of this database's sequence. */
  serial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  begin(process: Process): Session {
    const session = new Session(this, process);
    this.#open.add(session);
    return session;
  }

  end(session: Session, commit: boolean): void {
    if (!this.#open.delete(session)) throw new Error("the transaction is over");
    if (commit) session.apply();
    this.locks.release(session);
  }

  /** The server notices that a process is gone: its transactions roll back. */
  forget(process: Process): void {
    const gone = [...this.#open].filter((session) => session.process === process);
    for (const session of gone) this.locks.giveUp(session);
    for (const session of gone) this.end(session, false);
  }
}
