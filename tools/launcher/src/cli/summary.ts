import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "../stack/start-stack.ts";

interface SeedUser {
  id: string;
  roles: string[];
}

/** Lines that are printed when the stack serves: where the console is, who can sign in, and a request to try. */
export function summary(stack: Stack, repository: string, took: string): string[] {
  const { users } = JSON.parse(readFileSync(join(repository, "data/seed-world.json"), "utf8")) as { users: SeedUser[] };
  return [
    "",
    `Quartermaster is ready (${took}).`,
    "",
    `  Console    ${stack.baseUrl}/`,
    `  Approvals  ${stack.approvalsUrl}/`,
    `  API        ${stack.baseUrl}/docs`,
    `  Model      ${stack.model}`,
    "",
    "  Demo users: the token is demo-<user>, or demo-<user>@t2 for the second tenant",
    ...users.map((user) => `    ${user.id.padEnd(16)} ${user.roles.join(", ")}`),
    "",
    "  Try:",
    `    curl -s ${stack.baseUrl}/v1/requests -H 'authorization: Bearer demo-planner.anna' -H 'content-type: application/json' \\`,
    '      -H "idempotency-key: $(date +%s)" -d \'{"text":"Move 60 VLV-050 from Hamburg to Valencia by 14 Dec"}\'',
    "",
    "  Ctrl-C stops everything.",
  ];
}
