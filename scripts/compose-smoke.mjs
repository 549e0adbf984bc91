// Drives the main job against the containers of docker-compose.yml with compose.demo.yml, checks what they may see of each
// other, scales one service, and takes everything down again. Ends with one line; exit code 0 only when all of it held.
//
//   node scripts/compose-smoke.mjs [--keep] [--no-build]
//
// Without a Docker engine it brings one up with scripts/container-lab.sh (root on Debian).
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [keep, noBuild] = ["--keep", "--no-build"].map((name) => process.argv.includes(name));
const PORT = Number(process.env.COMPOSE_SMOKE_PORT ?? 27_080);
const BASE = `http://127.0.0.1:${PORT}`;
const TRANSFER = {
  agent: "supply",
  tool: "transfer_stock",
  args: {
    sku: "VLV-050",
    fromLocation: "LOC-HAM",
    toLocation: "LOC-VLC",
    quantity: "60",
    uom: "PCE",
    neededBy: "2026-12-14",
    reason: "replenish",
  },
};
const FINAL = ["completed", "refused", "rejected", "expired", "incomplete", "failed", "cancelled", "superseded"];
const clean = Object.entries(process.env).filter(([name]) => !name.startsWith("QM_") && name !== "OPENAI_API_KEY");
let env = { ...Object.fromEntries(clean), QM_HTTP_PORT: String(PORT), QM_APPROVALS_PORT: String(PORT + 1) };

const say = (line) => console.log(`[compose-smoke] ${line}`);
function must(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

/** Runs a program and returns what it printed. */
function run(program, args, { minutes = 2, show = false, allowFailure = false } = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: minutes * 60_000,
    maxBuffer: 64 * 1_048_576,
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
  });
  if (done.status !== 0 && !allowFailure)
    throw new Error(
      `${program} ${args.slice(0, 8).join(" ")}: ${done.error?.message ?? `${done.stdout ?? ""}${done.stderr ?? ""}`.trim().slice(-1_500)}`,
    );
  return { ok: done.status === 0, text: `${done.stdout ?? ""}${done.stderr ?? ""}`.trim() };
}

const compose = (args, options) =>
  run(
    "docker",
    ["compose", "--progress", "quiet", "-p", "quartermaster-smoke", "-f", "docker-compose.yml", "-f", "compose.demo.yml", ...args],
    options,
  );

const lab = join(root, "scripts/container-lab.sh");
const engineAnswers = () =>
  run("docker", ["info"], { allowFailure: true }).ok && run("docker", ["compose", "version"], { allowFailure: true }).ok;

/** Makes sure that docker and its compose plugin can be used. Returns whether an engine was started for it. */
function findEngine() {
  if (engineAnswers()) return false;
  for (const line of run("bash", [lab, "env"]).text.split("\n"))
    for (const [, name, value] of line.matchAll(/([A-Z_]+)=(\S+)/g)) env = { ...env, [name]: value.replace("$PATH", env.PATH ?? "") };
  const runs = engineAnswers();
  // Again even if it runs: images may be missing.
  say("bringing up the container lab");
  run("bash", [lab, "up"], { minutes: 20, show: true });
  return !runs;
}

async function call(user, path, { method = "GET", body, headers = {} } = {}) {
  const answer = await fetch(`${BASE}${path}`, {
    method,
    headers: {
      authorization: `Bearer demo-${user}`,
      ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": randomUUID() }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  return { status: answer.status, etag: answer.headers.get("etag") ?? "", body: text.startsWith("{") ? JSON.parse(text) : text };
}

async function until(what, seconds, look) {
  let seen;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await new Promise((done) => setTimeout(done, 500))) {
    seen = await look().catch((error) => ({ done: false, seen: error.message }));
    if (seen.done) return seen.value;
  }
  throw new Error(`${what} within ${seconds} s; last seen: ${JSON.stringify(seen?.seen)?.slice(0, 1_500)}`);
}

const reaches = (user, id, wanted) =>
  until(`${id} is ${wanted}`, 120, async () => {
    const { body } = await call(user, `/v1/requests/${id}`);
    return { done: body.status === wanted || FINAL.includes(body.status), value: body, seen: body };
  });

/** One transfer in a new tenant: submitted by a planner, decided by a stock manager, executed once. */
async function mainJob() {
  const made = await call("planner.anna", "/v1/demo/tenants", { method: "POST", body: {} });
  must(made.status === 201, `no new tenant: ${made.status} ${JSON.stringify(made.body)}`);
  const [planner, manager, auditor] = ["planner.anna", "stock.ben", "audit.lena"].map((user) => `${user}@${made.body.tenant}`);
  const sent = await call(planner, "/v1/requests", { method: "POST", body: { actions: [TRANSFER] } });
  must(sent.status === 202, `the request was not taken: ${sent.status} ${JSON.stringify(sent.body)}`);
  const pending = await reaches(planner, sent.body.id, "awaiting_approval");
  const step = pending.plan?.steps?.find((one) => one.tool === "transfer_stock");
  must(step?.approval?.id !== undefined, `nothing awaits approval: ${JSON.stringify(pending).slice(0, 1_500)}`);
  const item = await call(manager, `/v1/approvals/${step.approval.id}`);
  const order = { method: "POST", headers: { "if-match": item.etag }, body: { decision: "approve", cardHash: item.body.card?.hash } };
  const own = await call(planner, `/v1/approvals/${step.approval.id}/decisions`, order);
  must(own.status === 403, `the requester may decide: ${own.status}`);
  const decided = await call(manager, `/v1/approvals/${step.approval.id}/decisions`, order);
  must(decided.status < 300, `the decision was not taken: ${decided.status} ${JSON.stringify(decided.body)}`);
  const done = await reaches(planner, sent.body.id, "completed");
  must(done.status === "completed", `the request ended as ${done.status}: ${JSON.stringify(done).slice(0, 1_500)}`);
  const receipt = done.plan.steps.find((one) => one.tool === "transfer_stock")?.receipt;
  must(receipt?.outcome === "succeeded", `the transfer has no receipt: ${JSON.stringify(done.plan.steps)}`);
  const ledger = await call(auditor, "/v1/ledger/verify");
  must(ledger.body.ok === true, `the ledger does not verify: ${JSON.stringify(ledger.body)}`);
}

/** What an agent's container sees: its own login, not its executor's, no way to write, no way out of its root. */
function checkSeparation() {
  const inside = (service, command, options) => compose(["exec", "-T", service, "bash", "-c", command], options);
  const login = (service) => new URL(inside(service, "cat /run/quartermaster/database-url").text);
  const [agent, executor] = [login("supply"), login("supply-executor")];
  must(agent.username === "qm_supply_agent" && executor.username === "qm_supply_executor", "the logins are not those of the roles");
  const everything = inside("supply", "cat /run/quartermaster/* /proc/1/environ | tr '\\0' '\\n'").text;
  must(!everything.includes(executor.password), "the agent's container knows its executor's password");
  must(
    !/x_supply|approvals-1.*"d"/.test(inside("supply", "cat /run/quartermaster/signing.key.json").text),
    "the agent holds a foreign signing key",
  );
  must(inside("supply", "id -u").text !== "0", "the containers run as root");
  must(!inside("supply", "touch /app/x", { allowFailure: true }).ok, "the root file system can be written");
  must(!inside("supply", "touch /run/quartermaster/x", { allowFailure: true }).ok, "the secrets can be written");
  const published = compose(["ps", "--format", "{{.Service}} {{.Ports}}"])
    .text.split("\n")
    .filter((line) => line.includes("->"));
  must(
    published.length === 1 && published[0].startsWith("gateway ") && !published[0].includes("0.0.0.0:"),
    `published: ${published.join("; ")}`,
  );
  const container = compose(["ps", "--quiet", "supply-executor"]).text;
  const networks = run("docker", [
    "inspect",
    "--format",
    "{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}",
    container,
  ]).text.split(" ");
  const closed = run("docker", ["network", "inspect", "--format", "{{.Internal}}", ...networks]).text.split("\n");
  must(networks.length === 2 && closed.every((internal) => internal === "true"), `the executor has a way out: ${networks.join(", ")}`);
  const clear = inside("postgres", "psql 'host=127.0.0.1 user=qm_supply_agent dbname=qm_supply sslmode=disable' -c 'select 1'", {
    allowFailure: true,
  });
  must(!clear.ok && clear.text.includes("no encryption"), `the database takes connections in the clear: ${clear.text}`);
  const plain = inside("supply", 'exec 3<>/dev/tcp/nats/4222; read -r line <&3; echo "$line"').text;
  must(plain.includes('"tls_required":true'), "the bus takes connections in the clear");
}

const readyAgents = async (name) => {
  const { body } = await call("planner.anna", "/v1/agents");
  const found = body.items?.find((item) => item.name === name)?.instances?.filter((one) => one.state === "ready" || one.state === "busy");
  return found?.length ?? 0;
};

const seesAgents = (name, count) =>
  until(`${count} replicas of ${name} are heard`, 90, async () => {
    const seen = await readyAgents(name);
    return { done: seen >= count, value: seen, seen };
  });

async function smoke() {
  if (!noBuild) {
    say("building the image");
    const registry = env.NPM_CONFIG_REGISTRY ? ["--build-arg", "NPM_CONFIG_REGISTRY"] : [];
    run("docker", ["build", "--quiet", "-t", "quartermaster:local", ...registry, "."], { minutes: 25, show: true });
  }
  compose(["down", "--volumes", "--remove-orphans", "--timeout", "5"], { minutes: 5, allowFailure: true });
  say("starting the containers");
  compose(["up", "--detach", "--no-build", "--wait", "--wait-timeout", "600"], { minutes: 12 });
  for (const name of ["supply", "transit", "export"]) await seesAgents(name, 1);
  say("all agents are heard; running the main job");
  await mainJob();
  checkSeparation();
  say("the main job is done and every container has its own secrets only; scaling");
  compose(
    ["up", "--detach", "--no-build", "--no-recreate", "--wait", "--scale", "supply=2", "--scale", "transit=2", "--scale", "coordinator=2"],
    { minutes: 8 },
  );
  await seesAgents("supply", 2);
  await seesAgents("transit", 2);
  await mainJob();
}

const started = Date.now();
let failure = null;
let ownEngine = false;
try {
  ownEngine = findEngine();
  await smoke();
} catch (error) {
  failure = error;
  const logs = compose(["logs", "--no-color", "--tail", "40"], { allowFailure: true }).text;
  console.error(
    logs
      .split("\n")
      .filter((line) => /"level":[456]0|rror|fatal/i.test(line))
      .slice(-60)
      .join("\n"),
  );
  console.error(compose(["ps", "--all"], { allowFailure: true }).text);
}
if (!keep) compose(["down", "--volumes", "--remove-orphans", "--timeout", "10"], { minutes: 5, allowFailure: true });
if (!keep && ownEngine) run("bash", [lab, "down"], { allowFailure: true });
const took = `${((Date.now() - started) / 1000).toFixed(0)} s`;
console.log(
  failure
    ? `compose smoke: failed after ${took}: ${failure.message}`
    : `compose smoke: passed in ${took}: main job, separate secrets, TLS, scaled replicas`,
);
process.exit(failure ? 1 : 0);
