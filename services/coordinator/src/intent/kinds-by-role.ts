import { EFFECT_OWNERS } from "@quartermaster/language";

/** Roles that look on: they read requests and ledgers and ask for no effects. */
const LOOKING_ON = new Set(["auditor", "admin"]);

/** Effects that somebody with these roles may ask for; who approves them is another question. */
export function kindsByRole(roles: readonly string[]): ReadonlySet<string> {
  return new Set(roles.some((role) => !LOOKING_ON.has(role)) ? Object.keys(EFFECT_OWNERS) : []);
}
