import type { Role } from "@quartermaster/shared/contracts";

/**
 * Who may decide as well when a role lets most of the time pass. Only where the next one judges the same question: what customs law,
 * dangerous goods or quality ask for is nobody else's to say, however late it is.
 */
const NEXT: Readonly<Partial<Record<string, Role>>> = {
  stock_manager: "ops_director",
  transport_manager: "ops_director",
  buyer: "ops_director",
  export_officer: "compliance_officer",
};

/** The role that an item is passed on to; null when it stays where it is. */
export const nextRole = (role: string): Role | null => NEXT[role] ?? null;
