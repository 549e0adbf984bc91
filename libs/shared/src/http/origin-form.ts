/** Scheme and authority of an absolute-form target; one without a path leads to the root. */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query of a request target. Proxies may send the absolute form (RFC 9112 §3.2.2); everything behind this looks at
 * paths only. Any other form stays as it is, and no route has it.
 */
export function originForm(target: string): string {
  const rest = target.replace(ABSOLUTE, "");
  if (rest === target) return target;
  return rest.startsWith("/") ? rest : `/${rest}`;
}
