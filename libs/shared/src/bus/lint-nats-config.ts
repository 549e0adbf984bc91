import { rolePermissions } from "./role-permissions.ts";
import type { BusRole } from "./roles.ts";

/** True when some subject matches both patterns. */
export function subjectsMeet(one: string, other: string): boolean {
  const a = one.split(".");
  const b = other.split(".");
  for (let i = 0; ; i++) {
    if (a[i] === ">") return b.length > i;
    if (b[i] === ">") return a.length > i;
    if (i === a.length || i === b.length) return a.length === b.length;
    if (a[i] !== b[i] && a[i] !== "*" && b[i] !== "*") return false;
  }
}

/**
 * Problems of a user's permissions. Whoever may answer (`allow_responses`) and can send itself a message gives itself the
 * right to publish anywhere: the reply subject of a received message becomes allowed.
 */
export function lintPermissions(
  user: string,
  permissions: { publish: readonly string[]; subscribe: readonly string[]; allowResponses: boolean },
): string[] {
  const problems: string[] = [];
  for (const publish of permissions.publish) {
    if (publish.startsWith("_INBOX") || publish === ">") problems.push(`${user} may publish to inboxes (${publish})`);
    if (!permissions.allowResponses) continue;
    for (const subscribe of permissions.subscribe) {
      const subject = subscribe.split(" ")[0] ?? subscribe;
      if (subjectsMeet(publish, subject)) problems.push(`${user} may answer, and publish ${publish} meets subscribe ${subject}`);
    }
  }
  return problems;
}

/** Problems of a role table; empty when the configuration generated from it is safe. */
export function lintBusRoles(roles: readonly BusRole[]): string[] {
  return roles.flatMap((role) => lintPermissions(role.role, rolePermissions(role, roles)));
}

/** Reads the users of a configuration text and reports those whose permissions are unsafe; for configurations edited by hand. */
export function lintNatsConfig(text: string): string[] {
  const quoted = (source: string) => [...source.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
  return text
    .split(/\{\s*nkey:/)
    .slice(1)
    .flatMap((part) => {
      const user = /^\s*(\w+)/.exec(part)?.[1] ?? "user";
      const publish = /publish:\s*\{\s*allow:\s*\[([^\]]*)\]/.exec(part)?.[1];
      const subscribe = /subscribe:\s*\{\s*allow:\s*\[([^\]]*)\]/.exec(part)?.[1];
      const allowResponses = /allow_responses/.test(part);
      if (!allowResponses && publish === undefined) return [];
      return lintPermissions(user, {
        publish: publish === undefined ? [">"] : quoted(publish),
        subscribe: subscribe === undefined ? [">"] : quoted(subscribe),
        allowResponses,
      });
    });
}
