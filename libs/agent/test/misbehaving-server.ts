import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does with one request. */
export type Answer = (request: { body: Record<string, unknown> }, response: ServerResponse) => void;

export interface MisbehavingServer {
  baseUrl: string;
  /** Bodies of the requests so far. */
  bodies: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A model server that gives its answers one after the other, the last one for ever. */
export async function startMisbehavingServer(answers: readonly Answer[]): Promise<MisbehavingServer> {
  const bodies: Record<string, unknown>[] = [];
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as Record<string, unknown>;
    bodies.push(body);
    answers[Math.min(bodies.length, answers.length) - 1]?.({ body }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** A completion with this message; `more` overwrites members of the whole body. */
export const says = (message: unknown, finish: unknown = "stop", more: object = {}): Answer =>
  json(200, { choices: [{ finish_reason: finish, message }], usage: { prompt_tokens: 50, completion_tokens: 5 }, ...more });

/** A completion that calls tools; arguments that are no text are sent as they are. */
export const calls = (list: { name: string; args: unknown; id?: string }[], more: object = {}, finish: unknown = "tool_calls"): Answer =>
  says(
    {
      content: null,
      tool_calls: list.map((call, index) => ({
        id: call.id ?? `c${index}`,
        type: "function",
        function: { name: call.name, arguments: call.args },
      })),
      ...more,
    },
    finish,
  );

/** Sends the beginning of an answer and drops the connection. */
export const cut: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" }).write('{"choices": [');
  response.destroy();
};

/** Sends one byte at a time and never ends. */
export const drip: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

export const silent: Answer = () => {};

export const page: Answer = (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>busy</html>");
