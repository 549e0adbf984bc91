// Prepares a clone: checks Node, installs the packages, builds. Plain Node without dependencies, because on a fresh
// clone nothing is installed. Does nothing when everything is current.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const state = join(root, "node_modules", ".quartermaster");
const OLDEST_NODE = [20, 19];

const say = (line) => console.log(line);
const fail = (line) => {
  console.error(`\nSetup failed: ${line}`);
  process.exit(1);
};

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Quartermaster needs Node ${OLDEST_NODE.join(".")} or later; this is ${process.versions.node}`);
}

const hashOf = (paths) => {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
};

function filesUnder(folder, skip) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (skip.has(entry.name)) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, skip) : entry.isFile() ? [path] : [];
    });
}

const stampIs = (name, value) => existsSync(join(state, name)) && readFileSync(join(state, name), "utf8") === value;
const writeStamp = (name, value) => {
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, name), value);
};

function run(title, command, args, options = {}) {
  const started = Date.now();
  say(`  ${title} …`);
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8", timeout: 15 * 60_000, maxBuffer: 64 * 1_048_576, ...options });
  if (result.status !== 0) {
    const words = `${result.stdout ?? ""}${result.stderr ?? ""}`.trim().split("\n").slice(-25).join("\n");
    if (words) console.error(words);
    fail(`${title} (${result.error?.message ?? `${command} ended with ${result.status ?? result.signal}`})`);
  }
  say(`  ${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Version of pnpm that package.json pins. */
const pnpmVersion = () => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.pnpm;
const pnpm = (title, args) =>
  run(title, "npx", ["--yes", `pnpm@${pnpmVersion()}`, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: "1", npm_config_yes: "true" },
  });

function install() {
  const inputs = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"].map((name) => join(root, name));
  const wanted = `${hashOf(inputs)} node ${process.versions.node.split(".")[0]} ${process.platform} ${process.arch}`;
  if (stampIs("installed", wanted)) return;
  pnpm("Installing packages (the first time takes about a minute)", ["install", "--frozen-lockfile"]);
  writeStamp("installed", wanted);
}

function buildServices() {
  // Incremental: half a second when nothing changed.
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const started = Date.now();
  if (!existsSync(join(root, "tools", "launcher", "dist", "main.js"))) say("  Building the services …");
  const result = spawnSync(process.execPath, [compiler, "-b"], { cwd: root, encoding: "utf8", timeout: 10 * 60_000 });
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}`.trim());
    fail("the sources do not compile");
  }
  if (Date.now() - started > 2_000) say(`  Building the services: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function buildConsole() {
  const folder = join(root, "apps", "console");
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest) || !JSON.parse(readFileSync(manifest, "utf8")).scripts?.build) return;
  const wanted = hashOf(filesUnder(folder, new Set(["node_modules", "dist", "test"])));
  if (stampIs("console", wanted) && existsSync(join(folder, "dist", "index.html"))) return;
  pnpm("Building the console", ["--filter", "@quartermaster/console", "run", "build"]);
  writeStamp("console", wanted);
}

/** `npx qm` finds commands under node_modules/.bin. Packages are linked there before they are built, so the built one is put there. */
function linkQm() {
  const path = join(root, "node_modules", ".bin", "qm");
  const words = '#!/usr/bin/env node\nimport("../../tools/qm/dist/main.js");\n';
  if (existsSync(path) && readFileSync(path, "utf8") === words) return;
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, words, { mode: 0o755 });
}

/** Two commands in one clone must not install at the same time; the lock of a dead process is taken over. */
function lock() {
  mkdirSync(state, { recursive: true });
  const path = join(state, "setup.lock");
  const alive = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return error.code === "EPERM";
    }
  };
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
    const age = existsSync(path) ? Date.now() - statSync(path).mtimeMs : 0;
    if ((holder > 0 && !alive(holder)) || age > 20 * 60_000) rmSync(path, { force: true });
    else if (!waited) say("  Waiting for another setup of this clone …");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** Brings the clone to the state in which everything can run. */
export function setup() {
  checkNode();
  let release;
  try {
    release = lock();
  } catch (error) {
    if (error.code === "EACCES" || error.code === "EROFS")
      fail(`${root} cannot be written by this user; run it as the user who owns the clone`);
    throw error;
  }
  process.once("exit", release);
  install();
  buildServices();
  linkQm();
  buildConsole();
  release();
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  setup();
  say("Ready: npm start, npm run demo, npm test");
}
