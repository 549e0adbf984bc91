import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadVerifier, parseStrict } from "@quartermaster/shared/signing";
import type { ApprovalsOptions, CommandResult } from "./approvals-client.ts";
import { type Finding, listCalls, settleCall } from "./calls.ts";
import { loadPolicy } from "./load-policy.ts";
import { LedgerLine, verifyLedger } from "./verify-ledger.ts";

const USAGE = `usage: qm verify LEDGER.jsonl --keys KEYS.json
       qm policy load FILE.json
       qm calls list
       qm calls settle GRANT --made REFERENCE --evidence TEXT
       qm calls settle GRANT --not-made --evidence TEXT
options of policy and calls: --url http://127.0.0.1:8081, --token-file FILE (or QM_TOKEN in the environment)`;

function verify(file: string, keys: string): number {
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter((text) => text.trim() !== "");
  const lines = texts.map((text) => LedgerLine.parse(parseStrict(text, { maxDepth: 32 })));
  const finding = verifyLedger(lines, loadVerifier(keys));
  if (finding) {
    console.error(`entry ${finding.position}: ${finding.code}: ${finding.detail}`);
    return 1;
  }
  console.log(`${lines.length} entries, every link, signature and grant in order`);
  return 0;
}

/** Runs a command against approvals with the caller's token. */
async function ask(
  values: { url: string; "token-file"?: string | undefined },
  command: (options: ApprovalsOptions) => Promise<CommandResult>,
): Promise<number> {
  const file = values["token-file"];
  const token = file === undefined ? process.env.QM_TOKEN : readFileSync(file, "utf8").trim();
  if (!token) {
    console.error("no access token: name a file with --token-file, or set QM_TOKEN");
    return 2;
  }
  const result = await command({ url: values.url, token });
  for (const line of result.lines) (result.ok ? console.log : console.error)(line);
  return result.ok ? 0 : 1;
}

/** What the options say was found; null when they say nothing, or both. */
function findingOf(values: { made?: string | undefined; "not-made": boolean; evidence?: string | undefined }): Finding | null {
  const { made, evidence } = values;
  if (evidence === undefined || (made === undefined) !== values["not-made"]) return null;
  return made === undefined ? { outcome: "not_made", reference: null, evidence } : { outcome: "made", reference: made, evidence };
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: "string" },
      url: { type: "string", default: "http://127.0.0.1:8081" },
      "token-file": { type: "string" },
      made: { type: "string" },
      "not-made": { type: "boolean", default: false },
      evidence: { type: "string" },
    },
  });
  const [command, second, third] = positionals;
  if (command === "verify" && second !== undefined && values.keys !== undefined) return verify(second, values.keys);
  if (command === "policy" && second === "load" && third !== undefined) return await ask(values, (options) => loadPolicy(options, third));
  if (command === "calls" && second === "list") return await ask(values, listCalls);
  const finding = findingOf(values);
  if (command === "calls" && second === "settle" && third !== undefined && finding !== null)
    return await ask(values, (options) => settleCall(options, third, finding));
  console.error(USAGE);
  return 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
