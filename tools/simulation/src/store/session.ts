import type { Process } from "../scheduler.ts";
import type { Database, Row } from "./database.ts";

/** A unique key that is taken already, as Postgres says it. */
const UNIQUE = "23505";

/** One transaction. Reads see what is committed and its own writes; a write has the row's lock first. */
export class Session {
  readonly database: Database;
  readonly process: Process;
  /** Set by `set_config('qm.tenant', …)`; `*` sees every tenant. */
  tenant = "";
  readonly #writes = new Map<string, Map<string, Row | null>>();

  constructor(database: Database, process: Process) {
    this.database = database;
    this.process = process;
  }

  get now(): string {
    return this.database.scheduler.iso;
  }

  get(table: string, key: string): Row | undefined {
    const own = this.#writes.get(table)?.get(key);
    const row = own === undefined ? this.database.table(table).get(key) : own;
    return row && this.#isVisible(row) ? row : undefined;
  }

  rows(table: string): Row[] {
    const own = this.#writes.get(table);
    const keys = new Set([...this.database.table(table).keys(), ...(own?.keys() ?? [])]);
    return [...keys].flatMap((key) => this.get(table, key) ?? []);
  }

  keyOf(table: string, row: Row): string {
    for (const [key, candidate] of this.#writes.get(table) ?? []) if (candidate === row) return key;
    for (const [key, candidate] of this.database.table(table)) if (candidate === row) return key;
    throw new Error(`the row is not in ${table}`);
  }

  async advisory(name: string, shared = false): Promise<void> {
    await this.database.locks.take(this, `advisory/${name}`, shared);
  }

  /** `for update`: what it gives is the row as it is once the lock is had. */
  async lock(table: string, key: string): Promise<Row | undefined> {
    await this.database.locks.take(this, `${table}/${key}`, false);
    return this.get(table, key);
  }

  /** False when the key is taken: `on conflict do nothing`. Waits for an insert of the same key that is not committed yet. */
  async insert(table: string, key: string, row: Row): Promise<boolean> {
    if (await this.lock(table, key)) return false;
    this.#write(table, key, row);
    return true;
  }

  /** @throws a unique violation. */
  async insertNew(table: string, key: string, row: Row): Promise<void> {
    if (!(await this.insert(table, key, row))) throw Object.assign(new Error(`duplicate key ${table}/${key}`), { code: UNIQUE });
  }

  /** Changes rows that still match once their lock is had, as `update … where` does in read committed. Gives them as they are then. */
  async update(table: string, matches: (row: Row) => boolean, change: (row: Row) => Row): Promise<Row[]> {
    const changed: Row[] = [];
    for (const row of this.rows(table).filter(matches)) {
      const key = this.keyOf(table, row);
      const current = await this.lock(table, key);
      if (!current || !matches(current)) continue;
      const next = { ...current, ...change(current) };
      this.#write(table, key, next);
      changed.push(next);
    }
    return changed;
  }

  put(table: string, key: string, row: Row): void {
    this.#write(table, key, row);
  }

  remove(table: string, key: string): void {
    this.#write(table, key, null);
  }

  apply(): void {
    for (const [name, writes] of this.#writes) {
      const table = this.database.table(name);
      for (const [key, row] of writes) {
        if (row === null) table.delete(key);
        else table.set(key, row);
      }
    }
  }

  #write(table: string, key: string, row: Row | null): void {
    const own = this.#writes.get(table) ?? new Map<string, Row | null>();
    this.#writes.set(table, own);
    own.set(key, row);
  }

  #isVisible(row: Row): boolean {
    return this.tenant === "*" || row.tenant === undefined || row.tenant === this.tenant;
  }
}
