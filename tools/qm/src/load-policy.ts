import { readFileSync } from "node:fs";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";
import { type ApprovalsOptions, type CommandResult, callApprovals } from "./approvals-client.ts";

const Loaded = z.object({ version: z.string(), validFrom: z.string(), author: z.string(), hash: z.string() });

/**
 * Hands a policy document to approvals, which checks it, keeps it and writes it into the ledger. The same document again changes nothing.
 * @param file JSON file with the document.
 * @throws when the file is no JSON, or approvals does not answer in time or not in its own form.
 */
export async function loadPolicy(options: ApprovalsOptions, file: string): Promise<CommandResult> {
  const body = JSON.stringify(parseStrict(readFileSync(file, "utf8"), { maxDepth: 16 }));
  const answer = await callApprovals(options, "POST", "/v1/policy/documents", body);
  if (!answer.ok) return answer;
  const loaded = Loaded.parse(answer.body);
  const what = answer.status === 201 ? "loaded" : "known already";
  return { ok: true, lines: [`policy ${loaded.version} ${what}: in force from ${loaded.validFrom}, by ${loaded.author}, ${loaded.hash}`] };
}
