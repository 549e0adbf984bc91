import type { NamedQuery, Pool } from "@quartermaster/shared/db";
import type { Faults } from "../faults.ts";
import type { Process, Scheduler } from "../scheduler.ts";
import type { Statements } from "../statements/statement.ts";
import type { Database, Row } from "./database.ts";
import { checkFingerprint } from "./fingerprints.ts";
import type { Session } from "./session.ts";

const normal = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The driver's error for a connection that broke while it was in use. */
const lost = (): Error => Object.assign(new Error("the connection is gone"), { code: "08006" });

export interface PoolParts {
  service: string;
  database: Database;
  statements: Statements;
  scheduler: Scheduler;
  process: Process;
  faults: Faults;
  kill(process: Process): void;
  /** A planted bug: a commit that is not on disk yet counts as done. */
  losesCommits?: boolean;
}

/** A value of the caller's own, as a driver hands it out; ten times as fast as `structuredClone` for what JSON can say. */
function copy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const made: Record<string, unknown> = {};
  for (const name in value) made[name] = copy(value[name]);
  return made as T;
}

const keysOf = new Map<string, string>();

/** The key of the model for a statement, once its text was held against the one that was modelled. */
function findKey({ service, statements }: PoolParts, given: NamedQuery | string): string {
  const raw = typeof given === "string" ? given : `${given.name}\n${given.text}`;
  const known = keysOf.get(`${service}\n${raw}`);
  if (known !== undefined) return known;
  const text = normal(typeof given === "string" ? given : given.text);
  const name = typeof given === "string" ? undefined : given.name;
  const candidates = Object.keys(statements).filter((key) => key === name || text.startsWith(key));
  const key = candidates.sort((a, b) => Number(b === name) - Number(a === name) || b.length - a.length)[0];
  if (key === undefined) throw new Error(`the simulation knows no statement of ${service} like this: ${name ?? ""} ${text}`);
  checkFingerprint(`${service}: ${key}`, text);
  keysOf.set(`${service}\n${raw}`, key);
  return key;
}

/**
 * What the product takes for a connection pool. Everybody else may go first at every statement; at a commit the process may die, or
 * the connection break before or after it.
 */
export function createSimulatedPool(parts: PoolParts): Pool {
  const { database, statements, scheduler, process, faults } = parts;

  async function commit(session: Session): Promise<void> {
    const fate = faults.commit();
    database.end(session, fate !== "lost_before");
    await scheduler.pause(process);
    if (fate === "lost_after" || (fate === "lost_before" && !parts.losesCommits)) throw lost();
  }

  async function connect() {
    await scheduler.pause(process);
    let session: Session | undefined;
    const query = async (given: NamedQuery | string, values: unknown[] = []): Promise<{ rows: Row[]; rowCount: number }> => {
      await scheduler.pause(process);
      if (faults.dies()) {
        parts.kill(process);
        return await new Promise(() => {});
      }
      if (given === "begin") session = database.begin(process);
      else if (given === "rollback" && session) database.end(session, false);
      else if (given === "commit" && session) await commit(session);
      else if (session) {
        const rows = await (statements[findKey(parts, given)] as Statements[string])(
          session,
          typeof given === "string" ? values : given.values,
        );
        return { rows: copy(rows), rowCount: rows.length };
      }
      return { rows: [], rowCount: 0 };
    };
    return { query, release: () => {} };
  }
  return { connect } as unknown as Pool;
}
