import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadVerifier, parseStrict } from "@quartermaster/shared/signing";
import { loadPolicy } from "./load-policy.ts";
import { LedgerLine, verifyLedger } from "./verify-ledger.ts";

const USAGE = `usage: qm verify LEDGER.jsonl --keys KEYS.json
       qm policy load FILE.json [--url http://127.0.0.1:8081] [--token-file FILE]   (or QM_TOKEN in the environment)`;

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

async function load(file: string, url: string, tokenFile: string | undefined): Promise<number> {
  const token = tokenFile === undefined ? process.env.QM_TOKEN : readFileSync(tokenFile, "utf8").trim();
  if (!token) {
    console.error("no access token: name a file with --token-file, or set QM_TOKEN");
    return 2;
  }
  const result = await loadPolicy({ file, url, token });
  for (const line of result.lines) (result.ok ? console.log : console.error)(line);
  return result.ok ? 0 : 1;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: "string" },
      url: { type: "string", default: "http://127.0.0.1:8081" },
      "token-file": { type: "string" },
    },
  });
  const [command, second, third] = positionals;
  if (command === "verify" && second !== undefined && values.keys !== undefined) return verify(second, values.keys);
  if (command === "policy" && second === "load" && third !== undefined) return await load(third, values.url, values["token-file"]);
  console.error(USAGE);
  return 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
