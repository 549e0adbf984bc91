import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadVerifier, parseStrict } from "@quartermaster/shared/signing";
import type { ApprovalsOptions, CommandResult } from "./approvals-client.ts";
import { type Finding, listCalls, settleCall } from "./calls.ts";
import { defaultUrl } from "./default-url.ts";
import { changeSwitch, showSwitch } from "./kill-switch.ts";
import { loadPolicy } from "./load-policy.ts";
import { listKeys, revoke, rotate, rotateSealRing } from "./manage-keys.ts";
import { listUsers, setInactive, setRoles } from "./manage-users.ts";
import { LedgerLine, verifyLedger } from "./verify-ledger.ts";

const USAGE = `usage: qm verify LEDGER.jsonl --keys KEYS.json
       qm keys list --keys KEYS.json
       qm keys rotate ROLE --keys KEYS.json --private-key FILE [--overlap-hours 336]
       qm keys revoke KID --keys KEYS.json
       qm keys rotate-seal --ring FILE
       qm policy load FILE.json
       qm users list
       qm users set USER --role ROLE…
       qm users set USER --inactive
       qm kill-switch status
       qm kill-switch stop|resume --reason TEXT
       qm kill-switch confirm ID
       qm calls list
       qm calls settle GRANT --made REFERENCE --evidence TEXT
       qm calls settle GRANT --not-made --evidence TEXT
options of policy, users, kill-switch and calls: --url URL (else the one of QM_HTTP_PORT here: http://127.0.0.1:8081), --token-file FILE
(or QM_TOKEN in the environment)`;

const HOUR_MS = 3_600_000;

const OPTIONS = {
  keys: { type: "string" },
  ring: { type: "string" },
  url: { type: "string", default: defaultUrl(process.env) },
  "token-file": { type: "string" },
  "private-key": { type: "string" },
  "overlap-hours": { type: "string", default: "336" },
  role: { type: "string", multiple: true, default: [] as string[] },
  inactive: { type: "boolean", default: false },
  reason: { type: "string" },
  made: { type: "string" },
  "not-made": { type: "boolean", default: false },
  evidence: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** The command line is not one that is known: the usage is the answer. */
class UsageError extends Error {}

const parse = () => parseArgs({ allowPositionals: true, options: OPTIONS });
type Values = ReturnType<typeof parse>["values"];

function need(value: string | undefined): string {
  if (value === undefined || value === "") throw new UsageError();
  return value;
}

/** Where approvals answers, with the caller's token. */
function approvalsOf(values: Values): ApprovalsOptions {
  const file = values["token-file"];
  const token = file === undefined ? process.env.QM_TOKEN : readFileSync(file, "utf8").trim();
  if (!token) throw new Error("no access token: name a file with --token-file, or set QM_TOKEN");
  return { url: values.url, token };
}

function verify(file: string, keys: string): CommandResult {
  const texts = readFileSync(file, "utf8")
    .split("\n")
    .filter((text) => text.trim() !== "");
  const lines = texts.map((text) => LedgerLine.parse(parseStrict(text, { maxDepth: 32 })));
  const finding = verifyLedger(lines, loadVerifier(keys));
  if (finding) return { ok: false, lines: [`entry ${finding.position}: ${finding.code}: ${finding.detail}`] };
  return { ok: true, lines: [`${lines.length} entries, every link, signature and grant in order`] };
}

function keyCommand(action: string | undefined, subject: string | undefined, values: Values): CommandResult {
  if (action === "rotate-seal") return { ok: true, lines: rotateSealRing(need(values.ring)) };
  const files = { keys: need(values.keys), privateKey: values["private-key"] };
  const hours = Number(values["overlap-hours"]);
  if (action === "list") return { ok: true, lines: listKeys(files) };
  if (action === "revoke") return { ok: true, lines: revoke(files, need(subject)) };
  if (action !== "rotate" || !(hours > 0 && hours <= 24 * 365)) throw new UsageError();
  return { ok: true, lines: rotate(files, need(subject), hours * HOUR_MS) };
}

async function userCommand(action: string | undefined, subject: string | undefined, values: Values): Promise<CommandResult> {
  if (action === "list") return await listUsers(approvalsOf(values));
  if (action !== "set") throw new UsageError();
  const id = need(subject);
  if (values.inactive) return await setInactive(approvalsOf(values), id, values.role);
  // Without a role everything that the person had would be gone, which nobody means by leaving an option out.
  if (values.role.length === 0) throw new UsageError();
  return await setRoles(approvalsOf(values), id, values.role);
}

async function switchCommand(action: string | undefined, subject: string | undefined, values: Values): Promise<CommandResult> {
  if (action === "status") return await showSwitch(approvalsOf(values));
  if (action === "confirm") return await changeSwitch(approvalsOf(values), { confirm: need(subject) });
  if (action !== "stop" && action !== "resume") throw new UsageError();
  return await changeSwitch(approvalsOf(values), { action, reason: need(values.reason) });
}

/** What the options say was found; they must say one thing. */
function findingOf(values: Values): Finding {
  const { made } = values;
  const evidence = need(values.evidence);
  if ((made === undefined) !== values["not-made"]) throw new UsageError();
  return made === undefined ? { outcome: "not_made", reference: null, evidence } : { outcome: "made", reference: made, evidence };
}

async function callCommand(action: string | undefined, subject: string | undefined, values: Values): Promise<CommandResult> {
  if (action === "list") return await listCalls(approvalsOf(values));
  if (action !== "settle") throw new UsageError();
  return await settleCall(approvalsOf(values), need(subject), findingOf(values));
}

async function run(): Promise<CommandResult> {
  const { values, positionals } = parse();
  const [command, second, third] = positionals;
  if (values.help) return { ok: true, lines: [USAGE] };
  if (command === "verify") return verify(need(second), need(values.keys));
  if (command === "keys") return keyCommand(second, third, values);
  if (command === "users") return await userCommand(second, third, values);
  if (command === "kill-switch") return await switchCommand(second, third, values);
  if (command === "calls") return await callCommand(second, third, values);
  if (command === "policy" && second === "load") return await loadPolicy(approvalsOf(values), need(third));
  throw new UsageError();
}

try {
  const { ok, lines } = await run();
  for (const line of lines) (ok ? console.log : console.error)(line);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof UsageError ? USAGE : error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
