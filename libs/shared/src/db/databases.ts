/** Login roles of each database. `owner` is the role that no process logs in as. */
export interface DatabasePlan {
  database: string;
  roles: readonly string[];
}

const domain = (name: string): DatabasePlan => ({
  database: `qm_${name}`,
  roles: [`qm_${name}_agent`, `qm_${name}_executor`, `qm_${name}_events`, `qm_${name}_seed`],
});

export const OWNER_ROLE = "qm_owner";

/** One database per service, one login role per process role. */
export const DATABASES = {
  coordinator: { database: "qm_coordinator", roles: ["qm_coordinator", "qm_coordinator_seed"] },
  approvals: { database: "qm_approvals", roles: ["qm_approvals", "qm_approvals_seed"] },
  supply: domain("supply"),
  transit: domain("transit"),
  export: domain("export"),
} as const satisfies Record<string, DatabasePlan>;
