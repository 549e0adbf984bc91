import type { Row } from "../store/database.ts";
import type { Session } from "../store/session.ts";

/** What a SQL statement does to the in-memory tables. Gives its rows; one that returns none gives as many as it changed. */
// biome-ignore lint/suspicious/noExplicitAny: parameters are what the product passes
export type Statement = (session: Session, values: any[]) => Promise<Row[]> | Row[];

/** Statements by the name that the product gives them, or by how their text begins. */
export type Statements = Readonly<Record<string, Statement>>;

/** A JSON column comes back as a value. */
export const json = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);

/** For statements whose only result is that they worked. */
export const none: Statement = () => [];
