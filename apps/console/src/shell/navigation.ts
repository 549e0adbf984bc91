import { Bell, Bot, Gauge, House, Link2, type LucideIcon, MessagesSquare, OctagonX, Scale, ShieldCheck, Users } from "lucide-react";

export type PageName =
  | "home"
  | "requests"
  | "approvals"
  | "agents"
  | "ledger"
  | "policy"
  | "health"
  | "notifications"
  | "users"
  | "stopAll";

export interface NavigationEntry {
  name: PageName;
  to: `/${Exclude<PageName, "stopAll">}` | "/stop";
  icon: LucideIcon;
  /** Second key after "g". */
  key: string;
  /** Shown to who has one of these roles; what anybody may do there is for the server to say. */
  roles?: readonly string[];
}

/** The pages of the rail in their order. */
const NAVIGATION: readonly NavigationEntry[] = [
  { name: "home", to: "/home", icon: House, key: "h" },
  { name: "requests", to: "/requests", icon: MessagesSquare, key: "r" },
  { name: "approvals", to: "/approvals", icon: ShieldCheck, key: "a" },
  { name: "agents", to: "/agents", icon: Bot, key: "t" },
  { name: "ledger", to: "/ledger", icon: Link2, key: "l" },
  { name: "policy", to: "/policy", icon: Scale, key: "p" },
  { name: "health", to: "/health", icon: Gauge, key: "e" },
  { name: "notifications", to: "/notifications", icon: Bell, key: "n" },
  { name: "users", to: "/users", icon: Users, key: "u", roles: ["admin", "auditor"] },
  { name: "stopAll", to: "/stop", icon: OctagonX, key: "s", roles: ["admin", "auditor"] },
];

/** The pages that somebody with these roles has a use for. */
export const pagesFor = (roles: readonly string[]): NavigationEntry[] =>
  NAVIGATION.filter((entry) => entry.roles === undefined || entry.roles.some((role) => roles.includes(role)));
