import { Bot, Gauge, House, Link2, type LucideIcon, MessagesSquare, Scale, ShieldCheck } from "lucide-react";

export type PageName = "home" | "requests" | "approvals" | "agents" | "ledger" | "policy" | "health";

export interface NavigationEntry {
  name: PageName;
  to: `/${PageName}`;
  icon: LucideIcon;
  /** Second key after "g". */
  key: string;
}

/** The pages of the rail in their order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { name: "home", to: "/home", icon: House, key: "h" },
  { name: "requests", to: "/requests", icon: MessagesSquare, key: "r" },
  { name: "approvals", to: "/approvals", icon: ShieldCheck, key: "a" },
  { name: "agents", to: "/agents", icon: Bot, key: "t" },
  { name: "ledger", to: "/ledger", icon: Link2, key: "l" },
  { name: "policy", to: "/policy", icon: Scale, key: "p" },
  { name: "health", to: "/health", icon: Gauge, key: "e" },
];
