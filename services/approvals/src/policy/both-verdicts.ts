import type { PolicyVerdict } from "./evaluate-policy.ts";

/** The newer verdict with everybody whom the older asked for as well: up to three people, where each names another second one. */
export function bothVerdicts(older: PolicyVerdict, newer: PolicyVerdict): PolicyVerdict {
  const left = [...newer.slots];
  const more = older.slots.filter((role) => {
    const at = left.indexOf(role);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (more.length === 0) return newer;
  const slots = [...newer.slots, ...more];
  const why = [...new Set([...newer.why, ...older.why])];
  return { ...newer, slots, why, required: slots.length };
}
