#!/usr/bin/env node
// A company's own system, as small as it can be: it keeps stock, bookings and customs messages in memory and answers
// docs/outside-system.openapi.json. Start it with `node examples/reference-system/server.mjs --port 4010`.
import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { createBooks } from "./books.mjs";
import { createMood } from "./mood.mjs";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4010" },
    host: { type: "string", default: "127.0.0.1" },
    // Without it every caller is answered; only for a try-out on this machine.
    token: { type: "string" },
    // honours: an effect is made once per key. ignores: keys mean nothing, as in many older systems.
    mode: { type: "string", default: "honours" },
    // Stock to begin with: [{ "sku", "location", "lot", "on_hand" }], or a file that has it under "stock".
    stock: { type: "string", default: new URL("./stock.json", import.meta.url).pathname },
    // Allows POST /control: lost answers, slowness and failures on demand.
    control: { type: "boolean", default: false },
  },
});
if (values.mode !== "honours" && values.mode !== "ignores") throw new Error("--mode is honours or ignores");

const MAX_BODY = 1_048_576;
const seed = JSON.parse(readFileSync(values.stock, "utf8"));
const books = createBooks(Array.isArray(seed) ? seed : seed.stock);
const mood = createMood();
/** Results by tenant and key. In a real system: a table, written in the transaction of the effect. */
const byKey = new Map();
/** Every effect that was made, in order; two with one key are what must never be. */
const made = [];

const isAllowed = (header) => {
  if (values.token === undefined) return true;
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${values.token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Makes the effect, or gives what was made under this key. */
function makeEffect(key, body) {
  const id = `${body.tenant}/${key}`;
  const known = values.mode === "honours" ? byKey.get(id) : undefined;
  if (known) return { status: 200, body: known };
  const answer = books.apply(body);
  if (answer.status === 201) {
    byKey.set(id, answer.body);
    made.push({ key, tenant: body.tenant, tool: body.tool, reference: answer.body.reference });
  }
  return answer;
}

function lookUp(tenant, key) {
  const known = byKey.get(`${tenant}/${key}`);
  if (values.mode === "ignores") return { status: 501, body: { code: "not_searchable", detail: "this system does not know keys" } };
  return known ? { status: 200, body: known } : { status: 404, body: { code: "not_found", detail: "nothing is stored under this key" } };
}

async function route(request, url) {
  const effect = /^\/v1\/effects\/([A-Za-z0-9._~-]{1,80})$/.exec(url.pathname);
  if (request.method === "GET" && effect) return lookUp(url.searchParams.get("tenant") ?? "", effect[1]);
  if (request.method === "GET" && url.pathname === "/control" && values.control) return { status: 200, body: { made, mood: mood.state() } };
  const body = await readBody(request);
  if (body === undefined) return { status: 400, body: { code: "invalid_json", detail: "a JSON body of at most 1 MiB is needed" } };
  if (request.method === "POST" && url.pathname === "/v1/read") return { status: 200, body: books.read(body.selectors ?? []) };
  if (request.method === "POST" && url.pathname === "/control" && values.control) {
    mood.set(body);
    if (body.stock) books.load(body.stock);
    return { status: 200, body: mood.state() };
  }
  if (request.method === "PUT" && effect) return mood.around(() => makeEffect(effect[1], body));
  return { status: 404, body: { code: "no_such_path", detail: "see docs/outside-system.openapi.json" } };
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const answer = isAllowed(request.headers.authorization)
    ? await route(request, url)
    : { status: 401, body: { code: "unauthenticated", detail: "a bearer token is needed" } };
  // The effect was made and nobody hears of it: what a broken line looks like.
  if (answer.lost) return request.socket.destroy();
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
});
server.requestTimeout = 30_000;
server.listen(Number(values.port), values.host, () => {
  process.stdout.write(`reference system on http://${values.host}:${server.address().port} (${values.mode} keys)\n`);
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.close(() => process.exit(0)) && server.closeAllConnections());
