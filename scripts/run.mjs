// What `npm start`, `npm run demo` and `npm test` run: the set-up of the clone, then the work itself.
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { helpOf } from "./help.mjs";
import { filesToRepeat, withSecondAttempt } from "./second-attempt.mjs";
import { setup } from "./setup.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const launcher = join(root, "tools", "launcher", "dist", "main.js");
const [command = "start", ...rest] = process.argv.slice(2);

/** Runs the launcher in this very process, so that a signal or `kill -9` reaches the launcher itself. */
async function launch(args) {
  process.argv = [process.argv[0], launcher, ...args];
  await import(pathToFileURL(launcher).href);
}

/** The environment for tests: a nats-server on the PATH, and none of the settings of a stack that runs here. */
function testEnvironment() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QM_") || name === "QM_DOWNLOAD"));
  const found = spawnSync(process.execPath, [launcher, "nats-server"], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 400_000,
  });
  if (found.status !== 0) process.exit(1);
  return { ...env, PATH: `${dirname(found.stdout.trim())}${delimiter}${env.PATH ?? ""}` };
}

/** The browser tests need Chromium. On Debian as root it is installed; elsewhere they fail and say how to get it. */
function ensureChromium() {
  const places = [
    process.env.QM_CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
  ];
  if (places.some((place) => place && existsSync(place))) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("Installing Chromium for the browser tests");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
  ]) {
    spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 });
  }
}

/** Runs a program in the foreground; a signal is passed on and waited for. */
function foreground(program, args, env) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, env, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
    child.once("error", (error) => {
      console.error(`${program}: ${error.message}`);
      done(127);
    });
    child.once("exit", (code, signal) => done(code ?? (signal ? 1 : 0)));
  });
}

/** Counts from vitest's JSON report: what ran, and what did not. */
function printCounts(report) {
  if (!existsSync(report)) {
    console.log("0 tests ran: vitest wrote no report");
    return false;
  }
  const result = JSON.parse(readFileSync(report, "utf8"));
  const skipped = result.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status !== "passed" && test.status !== "failed")
      .map((test) => `${file.name.slice(root.length + 1)}: ${test.fullName}`),
  );
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  for (const test of skipped) console.log(`  not run: ${test}`);
  for (const file of broken) console.log(`  could not be loaded: ${file.name.slice(root.length + 1)}`);
  console.log(
    `\n${result.numTotalTests - skipped.length} tests ran: ${result.numPassedTests} passed, ${result.numFailedTests + broken.length} failed, ${skipped.length} not run`,
  );
  return result.numFailedTests + broken.length === 0;
}

/** Runs vitest with its ordinary output, and with a JSON report. */
function vitest(report, args, env) {
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  return foreground(
    process.execPath,
    [program, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    env,
  );
}

/** Runs the failed files of a report again, alone, and puts what came of it into the report. True when everything passed then. */
async function secondAttempt(report, projects, env) {
  if (!existsSync(report)) return false;
  const first = JSON.parse(readFileSync(report, "utf8"));
  const files = filesToRepeat(first);
  if (files.length === 0) return false;
  console.log(`\nRunning again, alone: ${files.map((file) => file.slice(root.length + 1)).join(", ")}`);
  const again = `${report}.again`;
  rmSync(again, { force: true });
  const code = await vitest(again, ["--no-file-parallelism", ...projects, ...files], env);
  if (!existsSync(again)) return false;
  const merged = withSecondAttempt(first, JSON.parse(readFileSync(again, "utf8")));
  writeFileSync(report, JSON.stringify(merged.report));
  for (const { file, test } of merged.unsteady) console.log(`  passed only when run again: ${file.slice(root.length + 1)}: ${test}`);
  return code === 0;
}

async function test(args) {
  if (process.env.VERIFY_FULL !== "1") console.log("Left to npm run verify:full: kill-boundaries, executor-kill, two of five kill rounds.");
  const report = join(root, "test-results", "vitest.json");
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const projects = args.some((arg) => arg === "--project" || arg.startsWith("--project="))
    ? []
    : ["unit", "integration", "e2e"].flatMap((name) => ["--project", name]);
  if (projects.includes("e2e") || args.some((arg) => arg.includes("e2e"))) ensureChromium();
  const env = testEnvironment();
  const code = await vitest(report, [...projects, ...args], env);
  const steady = code === 0 || (process.env.CI !== undefined && (await secondAttempt(report, projects, env)));
  const passed = printCounts(report);
  process.exit(steady && passed ? 0 : 1);
}

const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() || "unknown";

/** Every check, then the demo twice on the same data; the whole output is kept with its date and commit. */
async function verifyFull() {
  const report = join(root, "test-results", "verify-full.txt");
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(
    report,
    `${new Date().toISOString()} commit ${git("rev-parse", "HEAD")}${git("status", "--porcelain") === "unknown" ? "" : " with local changes"}\n\n`,
  );
  const home = mkdtempSync(join(tmpdir(), "qm-verify-"));
  const demo = [process.execPath, join(root, "scripts", "run.mjs"), "demo"];
  const long = [process.execPath, join(root, "scripts", "run.mjs"), "test", "kill-boundaries", "executor-kill", "kill-rounds"];
  const jobs = [["bash", join(root, ".ci", "run")], long, demo, demo];
  let failed = 0;
  for (const [program, ...args] of jobs) {
    appendFileSync(report, `\n$ ${[program, ...args].join(" ").replaceAll(`${root}/`, "")}\n`);
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, QM_HOME: home, ...(args.includes("test") ? { VERIFY_FULL: "1" } : {}) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        process.stdout.write(chunk);
        appendFileSync(report, chunk);
      });
    }
    const code = await new Promise((done) => child.once("close", done));
    if (code !== 0) failed++;
  }
  rmSync(home, { recursive: true, force: true });
  const verdict = `\n${jobs.length - failed} of ${jobs.length} jobs passed; the output is in test-results/verify-full.txt`;
  appendFileSync(report, `${verdict}\n`);
  console.log(verdict);
  process.exit(failed === 0 ? 0 : 1);
}

/** Labelled requests against a running stack, or one that is started for it. */
async function evaluate(args) {
  process.exit(await foreground(process.execPath, [join(root, "tools", "eval", "dist", "main.js"), ...args], process.env));
}

const WORK = {
  start: () => launch(["start", ...rest]),
  demo: () => launch(["demo", ...rest]),
  test: () => test(rest),
  eval: () => evaluate(rest),
  attack: async () =>
    process.exit(await foreground(process.execPath, [join(root, "tools", "attack", "dist", "main.js"), ...rest], process.env)),
  chaos: async () =>
    process.exit(await foreground(process.execPath, [join(root, "tools", "chaos", "dist", "main.js"), ...rest], process.env)),
  "verify:full": verifyFull,
};

const work = WORK[command];
if (!work) {
  console.error(`unknown command "${command}"; there are ${Object.keys(WORK).join(", ")}`);
  process.exit(2);
}
const help = rest.some((arg) => arg === "--help" || arg === "-h") ? helpOf(command) : null;
if (help !== null) {
  console.log(help);
  process.exit(0);
}
setup();
await work();
