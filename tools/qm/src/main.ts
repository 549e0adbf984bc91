import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadVerifier, parseStrict } from "@quartermaster/shared/signing";
import { LedgerLine, verifyLedger } from "./verify-ledger.ts";

const USAGE = "usage: qm verify LEDGER.jsonl --keys KEYS.json";

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

function run(): number {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: "string" } } });
  const [command, file] = positionals;
  if (command !== "verify" || file === undefined || values.keys === undefined) {
    console.error(USAGE);
    return 2;
  }
  return verify(file, values.keys);
}

try {
  process.exitCode = run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
