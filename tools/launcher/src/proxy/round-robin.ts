import { Agent, createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { AppError, toProblem } from "@quartermaster/shared/errors";
import { answerClientError } from "@quartermaster/shared/http";

export interface ProxyOptions {
  port: number;
  host: string;
  /** Ports of the replicas. */
  replicas: readonly number[];
  /** Answers some requests itself; true when it did. */
  answer?(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface RunningProxy {
  close(): Promise<void>;
}

/** The most that any route behind takes (a demo world); a larger body would be cut off by the replica while it is still being sent. */
const LARGEST_BODY = 4 * 1_048_576;
/** Bytes of a too large body that are read and dropped before the connection is cut. */
const MOST_DROPPED = 16 * LARGEST_BODY;
/** Longest time that a sender of too much is listened to. */
const LONGEST_DROP_MS = 30_000;
const HOP_HEADERS = new Set(["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

const answerUnavailable = (response: ServerResponse): void => {
  if (response.headersSent) return void response.destroy();
  const problem = toProblem(new AppError("unavailable"));
  response.writeHead(problem.status, { "content-type": "application/problem+json", "retry-after": "1" }).end(JSON.stringify(problem));
};

/**
 * Answers while the body is still coming. The connection closes only when the sender has finished, or has been given up: closed
 * earlier, the rest of the body would meet a reset, and the sender would never read the answer.
 */
function answerTooLarge(incoming: IncomingMessage, response: ServerResponse): void {
  const problem = toProblem(new AppError("body_too_large", { detail: `more than ${LARGEST_BODY} bytes` }));
  const text = JSON.stringify(problem);
  response.writeHead(problem.status, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
  });
  response.write(text);
  const limit = setTimeout(() => response.destroy(), LONGEST_DROP_MS);
  const close = (): void => {
    clearTimeout(limit);
    response.end();
  };
  if (incoming.readableEnded || incoming.destroyed) close();
  else incoming.once("end", close).once("close", close);
}

/** The whole body, or null when it is too large; what comes after that is dropped unread, so that the sender still hears the answer. */
function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(null);
      if (size > MOST_DROPPED) incoming.destroy();
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("the sender went away")));
  });
}

function forwardedHeaders(incoming: IncomingMessage, length: number): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (!HOP_HEADERS.has(name) && name !== "content-length") headers[name] = value;
  if (length > 0 || (incoming.method !== "GET" && incoming.method !== "HEAD")) headers["content-length"] = length;
  return headers;
}

/** Sends to one replica. Resolves false when nothing was answered and another replica may be asked. */
function forward(
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  port: number,
  host: string,
  agent: Agent,
): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host, port, agent, method: incoming.method, path: incoming.url, headers: forwardedHeaders(incoming, body.length) },
      (answer) => {
        const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.has(name)));
        response.writeHead(answer.statusCode ?? 502, headers);
        response.flushHeaders();
        answer.pipe(response);
        answer.once("error", () => response.destroy());
        resolve(true);
      },
    );
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return resolve(true);
      }
      // Refused, or a kept connection that the replica had just closed: it never saw this request.
      if (error.code === "ECONNREFUSED" || (outgoing.reusedSocket && error.code === "ECONNRESET")) return resolve(false);
      answerUnavailable(response);
      resolve(true);
    });
    response.once("close", () => outgoing.destroy());
    outgoing.end(body);
  });
}

/** Spreads requests over replicas, one after the other; a replica that is not there is passed over. Streams pass as they come. */
export function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 60_000 });
  let turn = 0;
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (options.answer?.(incoming, response)) return;
    const body = await readBody(incoming);
    if (body === null) return answerTooLarge(incoming, response);
    const first = turn++;
    // Twice around: a kept connection may fail where a fresh one to the same replica works.
    for (let attempt = 0; attempt < options.replicas.length * 2; attempt++) {
      const port = options.replicas[(first + attempt) % options.replicas.length];
      if (port !== undefined && (await forward(incoming, body, response, port, options.host, agent))) return;
    }
    answerUnavailable(response);
  };
  const server: Server = createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    void handle(incoming, response).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  server.on("clientError", (error, socket) => answerClientError(error, socket as Socket));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () =>
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
            agent.destroy();
          }),
      }),
    );
  });
}
