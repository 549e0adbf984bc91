import type { Messages } from "../messages/message-type.ts";
import { wordOf } from "../messages/use-messages.tsx";

export const roleWord = (m: Messages, role: string): string => wordOf(m.roles, role);
/** "an export officer or a compliance officer". */
export const aRoleWord = (m: Messages, role: string): string => m.aRole(roleWord(m, role));
export const roleList = (m: Messages, roles: readonly string[]): string => roles.map((role) => roleWord(m, role)).join(", ");
