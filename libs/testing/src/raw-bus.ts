import { connect, type Socket } from "node:net";
import { nkeyAuthenticator } from "@nats-io/transport-node";
import { until } from "./until.ts";

export interface RawMessage {
  subject: string;
  reply: string | undefined;
  body: string;
}

/** What a user with a key can do with a socket: any bytes, and everything that comes back. */
export interface RawBus {
  /** Error lines of the server, in order. */
  readonly errors: readonly string[];
  readonly messages: readonly RawMessage[];
  readonly closed: boolean;
  send(bytes: string | Buffer): void;
  publish(subject: string, body: string, options?: { reply?: string; headers?: string }): void;
  subscribe(subject: string, queue?: string): void;
  /** Resolves when the server has handled everything that was sent, or has closed the connection. */
  handled(): Promise<void>;
  close(): void;
}

interface Parsed {
  rest: Buffer;
  lines: string[];
  messages: RawMessage[];
}

const CRLF = "\r\n";

const ANSWER_MS = 15_000;

/** Resolves with the next of some events, or after a while. */
const once = (socket: Socket, events: readonly string[], limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const event of events) socket.off(event, end);
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    for (const event of events) socket.on(event, end);
  });

/** Takes whole frames off the front of what has arrived. */
function parse(data: Buffer): Parsed {
  const parsed: Parsed = { rest: data, lines: [], messages: [] };
  for (;;) {
    const end = parsed.rest.indexOf(CRLF);
    if (end < 0) return parsed;
    const line = parsed.rest.subarray(0, end).toString("latin1");
    const [verb = "", subject = "", , ...more] = line.split(" ");
    if (verb !== "MSG" && verb !== "HMSG") {
      parsed.lines.push(line);
      parsed.rest = parsed.rest.subarray(end + 2);
      continue;
    }
    const size = Number(more.at(-1));
    const from = end + 2 + (verb === "HMSG" ? Number(more.at(-2)) : 0);
    const to = end + 2 + size;
    if (parsed.rest.length < to + 2) return parsed;
    const reply = more.length > (verb === "HMSG" ? 2 : 1) ? more[0] : undefined;
    parsed.messages.push({ subject, reply, body: parsed.rest.subarray(from, to).toString("utf8") });
    parsed.rest = parsed.rest.subarray(to + 2);
  }
}

/** The greeting carries the nonce that the key signs. */
function greetingAnswer(line: string, seed: string): string {
  const { nonce } = JSON.parse(line.slice("INFO ".length)) as { nonce: string };
  const proof = nkeyAuthenticator(new TextEncoder().encode(seed))(nonce);
  return `CONNECT ${JSON.stringify({ ...proof, verbose: false, pedantic: false, headers: true, no_responders: true, protocol: 1, lang: "raw", version: "1", name: "raw" })}${CRLF}`;
}

/**
 * Connects as the holder of an nkey seed, without a client library between the test and the server's parser.
 * @throws Error when the server refuses the key.
 */
export async function openRawBus(url: string, seed: string): Promise<RawBus> {
  const bus = await until(() => greet(url, seed), { what: "a connection to the bus" });
  if (bus.closed) throw new Error(`the server refused the key: ${bus.errors.join("; ")}`);
  return bus;
}

/** Null when the server was too busy to greet. */
async function greet(url: string, seed: string): Promise<RawBus | null> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  const errors: string[] = [];
  const messages: RawMessage[] = [];
  let [held, pongs, pings, subscriptions, closed, greeted] = [Buffer.alloc(0) as Buffer, 0, 0, 0, false, false];
  const send = (bytes: string | Buffer) => void (closed || socket.write(bytes));
  socket.on("data", (chunk: Buffer) => {
    const { rest, lines, messages: arrived } = parse(Buffer.concat([held, chunk]));
    held = rest;
    messages.push(...arrived);
    for (const line of lines) {
      if (line.startsWith("INFO ") && !greeted) {
        greeted = true;
        send(greetingAnswer(line, seed));
      } else if (line.startsWith("-ERR")) errors.push(line);
      else if (line === "PONG") pongs++;
      else if (line === "PING") send(`PONG${CRLF}`);
    }
  });
  // Whatever ends the connection, a test sees it as closed.
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    closed = true;
  });
  const handled = async () => {
    const wanted = ++pings;
    send(`PING${CRLF}`);
    for (const end = Date.now() + ANSWER_MS; !closed && pongs < wanted; ) {
      if (Date.now() > end) throw new Error("the server does not answer a PING");
      await once(socket, ["data", "close"], ANSWER_MS);
    }
  };
  await until(() => closed || greeted, { what: "the server's greeting" });
  await handled();
  if (closed && !errors.some((line) => line.includes("Authorization Violation"))) return null;
  return {
    errors,
    messages,
    get closed() {
      return closed;
    },
    send,
    publish(subject, body, { reply, headers } = {}) {
      const address = reply === undefined ? subject : `${subject} ${reply}`;
      if (headers === undefined) return send(`PUB ${address} ${Buffer.byteLength(body)}${CRLF}${body}${CRLF}`);
      const head = `NATS/1.0${CRLF}${headers}${CRLF}${CRLF}`;
      const [headBytes, bodyBytes] = [Buffer.byteLength(head), Buffer.byteLength(body)];
      send(`HPUB ${address} ${headBytes} ${headBytes + bodyBytes}${CRLF}${head}${body}${CRLF}`);
    },
    subscribe: (subject, queue) => send(`SUB ${queue === undefined ? subject : `${subject} ${queue}`} ${++subscriptions}${CRLF}`),
    handled,
    close: () => socket.destroy(),
  };
}
