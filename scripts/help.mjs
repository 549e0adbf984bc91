// What `--help` after `npm start --`, `npm run demo --`, `npm run eval --` and `npm run attack --` prints. Plain Node: it works before anything is installed.

const COMMANDS = {
  start: {
    does: "Starts everything on this machine and keeps it running; Ctrl-C stops it.",
    options: [
      ["--fresh", "forget all data of earlier starts first"],
      ["--simulated-parties", "bookings and customs declarations go to the simulated carrier and customs office, which answer by events"],
      ["--scale <service>=<n>", "n replicas of coordinator, approvals, supply, transit or export (1 to 10); may be given several times"],
      ["--only <service,…>", "start these services only"],
    ],
  },
  demo: {
    does: "Runs the main job once, on the stack that runs here or on one of its own, which it stops again.",
    options: [["--fresh", "forget all data of earlier starts first"]],
  },
};

/** Commands that take no settings of their own. */
const TOOLS = {
  eval: {
    usage: "--requests FILE.jsonl [options]",
    does: "Runs labelled requests on the stack that runs here or on one of its own, and compares what came of them (docs/evaluation.md).",
    options: [
      ["--requests FILE.jsonl", "the labelled requests, one a line"],
      ["--world FILE.json", "a seed world other than data/seed-world.json"],
      ["--mode words|structured", "send the words of a request or its actions", "words"],
      ["--trials N", "how often each request runs, 1 to 50", "1"],
      ["--only ID,ID", "these requests only"],
      ["--json OUT", "write the report there as well"],
    ],
  },
  attack: {
    usage: "--injections FILE.jsonl [options]",
    does: "Plants hostile strings in a stack of its own whose model obeys them, and reports what they achieved (docs/attack.md).",
    options: [
      ["--injections FILE.jsonl", "the hostile strings, one a line"],
      ["--only ID,ID", "these strings only"],
      ["--programs", "the agents' models call tools through programs"],
      ["--parallel N", "requests at a time", "4"],
      ["--port P", "first port of the block that the stack takes", "26000"],
      ["--json OUT", "write the report there as well"],
    ],
  },
  chaos: {
    usage: "[options]",
    does: "Breaks processes, bus and database of a stack of its own while requests run, and counts what was lost or done twice (docs/chaos.md).",
    options: [
      ["--requests N", "how many requests, each with an approval", "50"],
      ["--seed S", "which faults come when", "1"],
      ["--minutes M", "faults go on for at least this long", "until the last request is done"],
      ["--json OUT", "write the result there as well"],
    ],
  },
};

/** The settings of a start, each with what it does and what holds without it. */
export const SETTINGS = [
  ["QM_HTTP_PORT", "first port P of the block: console and requests on P, approvals on P+1, others up to P+6 and P+100 to P+179", "8080"],
  ["QM_HTTP_HOST", "address to listen on; beyond this machine it needs QM_OIDC_ISSUER", "127.0.0.1"],
  ["QM_HOME", "folder of data, keys and logs, relative to the clone", ".quartermaster"],
  ["QM_DOWNLOAD", "0: never download a nats-server, use the one that is installed", "1"],
  ["QM_DATABASE_URL", "a Postgres server of yours, as an administrator, instead of the built-in one", "built in"],
  ["QM_NATS_URL", "a NATS server of yours instead of one that is started here", "built in"],
  ["QM_MODEL_BASE_URL", "an OpenAI-compatible model server; QM_MODEL names the model", "offline model"],
  ["QM_MODEL", "the model the agents use; needs QM_MODEL_BASE_URL or OPENAI_API_KEY", "offline model"],
  ["QM_ROUTER_MODEL", "another model for understanding requests", "as QM_MODEL"],
  ["OPENAI_API_KEY", "key of the model server; without QM_MODEL_BASE_URL that is OpenAI's", "none"],
  ["QM_MODEL_LATENCY_MS", "time every answer of the offline model takes at least", "0"],
  ["QM_TOKENIZER", "how tokens are counted: server (asks its /tokenize), o200k_base or cl100k_base", "by the model's name"],
  ["QM_PRICES", `what tokens cost, such as '{"model":{"prompt":"0.15","completion":"0.60"}}' for a million`, "unknown"],
  ["QM_BUDGET_STEPS", "limit of one request: model calls", "60"],
  ["QM_BUDGET_TOKENS", "limit of one request: tokens", "400000"],
  ["QM_BUDGET_WALL_MS", "limit of one request: milliseconds", "900000"],
  ["QM_BUDGET_COST", "limit of one request: cost, with QM_PRICES", "none"],
  ["QM_TENANT_TASKS", "tasks of one tenant at each instance of an agent; more wait in the coordinator", "32"],
  ["QM_CODE_TOOLS", "agents whose model calls tools through short programs, such as supply,transit", "none"],
  ["QM_MCP_TOOLS_FILE", "list of read tools behind MCP servers that agents may use (docs/mcp.md)", "none"],
  ["QM_TASK_SLOTS", "tasks that one agent replica works on at a time, 1 to 64", "4"],
  ["QM_OIDC_ISSUER", "identity provider that signs people in instead of the demo users", "none"],
  ["QM_OIDC_AUDIENCE", "audience that its tokens must name", "none"],
  ["QM_SCHEDULE_EVERY_MS", "how often reservations that are over are ended", "15000"],
  ["QM_CONSOLE_URL", "where people reach the console, for links in notifications", "this machine"],
  ["QM_SMTP_URL", "mail server for notifications, such as smtps://user:password@mail.example.com:465", "no e-mail"],
  ["QM_SMTP_FROM", "address that mails come from; needed with QM_SMTP_URL", "none"],
  ["QM_SMTP_CA_FILE", "certificate authority of the mail server, PEM", "the usual ones"],
  ["QM_MAIL_DOMAINS", "domains that mail may go to, such as example.com,example.org", "any"],
  ["QM_EGRESS_ALLOW", "receivers of webhooks that may have a private address or another port, as host:port,host:port", "none"],
  ["QM_EGRESS_CA_FILE", "certificate authority of such receivers, PEM", "the usual ones"],
  ["QM_PARTIES_DELAY_MS", "how long the simulated customs office and carrier take to answer", "1000"],
  ["QM_LOG_LEVEL", "trace, debug, info, warn, error or fatal", "info"],
];

const columns = (rows) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, ...words]) => `  ${name.padEnd(width)}  ${words.join("; default: ")}`);
};

/** The help of a command as text; null for commands that have a help of their own. */
export function helpOf(command) {
  if (Object.hasOwn(TOOLS, command)) {
    const { usage, does, options } = TOOLS[command];
    return [`npm run ${command} -- ${usage}`, "", does, "", "Options", ...columns([...options, ["--help", "this text"]])].join("\n");
  }
  if (!Object.hasOwn(COMMANDS, command)) return null;
  const { does, options } = COMMANDS[command];
  const run = command === "start" ? "npm start" : `npm run ${command}`;
  return [
    `${run} -- [options]`,
    "",
    does,
    "",
    "Options",
    ...columns([...options, ["--help", "this text"]]),
    "",
    "Settings, from the environment",
    ...columns(SETTINGS),
    "",
    `Example: QM_HTTP_PORT=9080 ${run}`,
  ].join("\n");
}
