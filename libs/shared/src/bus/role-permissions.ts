import type { BusRole, DurableRef } from "./roles.ts";

/** What one role's user may publish and subscribe, and its account's imports and exports. */
export interface RolePermissions {
  publish: string[];
  subscribe: string[];
  allowResponses: boolean;
}

export const infoSubject = (ref: DurableRef): string => `CONSUMER.INFO.${ref.stream}.${ref.durable}`;
export const nextSubject = (ref: DurableRef): string => `CONSUMER.MSG.NEXT.${ref.stream}.${ref.durable}`;
export const ackSubject = (ref: DurableRef): string => `$JS.ACK.${ref.stream}.${ref.durable}.>`;

/** Durables whose counts a role may read: those it pulls and those it inspects. */
export const readableDurables = (role: BusRole): DurableRef[] => [...role.pulls, ...(role.inspects ?? [])];

/** Subjects that other roles serve for this one. */
export const callableSubjects = (role: BusRole, roles: readonly BusRole[]) =>
  roles.flatMap((server) =>
    (server.serves ?? []).filter((served) => served.callers.includes(role.role)).map((served) => ({ ...served, server: server.role })),
  );

/** Core subjects of other roles that this one may hear. */
export const audibleSubjects = (role: BusRole, roles: readonly BusRole[]) =>
  roles.flatMap((sender) =>
    (sender.sends ?? []).filter((sent) => sent.hearers.includes(role.role)).map((sent) => ({ subject: sent.subject, sender: sender.role })),
  );

/** The user permissions that follow from the role table. */
export function rolePermissions(role: BusRole, roles: readonly BusRole[]): RolePermissions {
  const publish = [
    ...role.stores,
    ...(role.sends ?? []).map((sent) => sent.subject),
    ...callableSubjects(role, roles).map((served) => served.subject),
    ...readableDurables(role).map((ref) => `qmjs.${infoSubject(ref)}`),
    ...role.pulls.flatMap((ref) => [`qmjs.${nextSubject(ref)}`, ackSubject(ref)]),
  ];
  const subscribe = [
    `_INBOX_${role.role}.>`,
    ...(role.serves ?? []).map((served) => served.subject),
    ...audibleSubjects(role, roles).map((heard) => heard.subject),
    ...(role.listens ?? []),
  ];
  return { publish: [...new Set(publish)], subscribe: [...new Set(subscribe)], allowResponses: (role.serves ?? []).length > 0 };
}
