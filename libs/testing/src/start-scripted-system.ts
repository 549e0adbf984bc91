import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the system does with one sending of an effect. */
export type Turn =
  /** Makes it and answers, makes it and loses the answer, or answers with a status and a code and makes nothing. */
  | { do: "make" | "make_silently" | "vanish" }
  | { do: "answer"; status: number; code: string }
  /** Takes it, breaks the line, and makes it only when `surface` is called. */
  | { do: "hold" };

export interface ScriptedSystem {
  url: string;
  /** Sendings that arrived, in order, by key. */
  sent: string[];
  /** Effects that were made, by key. */
  made: string[];
  /** What the next sendings meet; after the last one everything is made. */
  script(turns: Turn[]): void;
  /** Makes what is held, as a request that was late on its way. */
  surface(): void;
  stop(): Promise<void>;
}

const QUANTITY = { records: [{ kind: "stock", id: "VLV-050|LOC-HAM", version: "1", fields: { sku: "VLV-050", onHand: "480" } }] };

export interface ScriptedSystemOptions {
  /** `pending`: what it makes is decided later, and told as an event. */
  outcome?: "confirmed" | "pending";
  /** False for a system that cannot search by key. */
  searchable?: boolean;
}

/** A company's system that makes an effect once per key and behaves as the test says, sending by sending. */
export async function startScriptedSystem({
  outcome = "confirmed",
  searchable = true,
}: ScriptedSystemOptions = {}): Promise<ScriptedSystem> {
  let turns: Turn[] = [];
  const sent: string[] = [];
  const made: string[] = [];
  const held: string[] = [];
  const make = (key: string): void => {
    if (!made.includes(key)) made.push(key);
  };
  const answer = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const resultOf = (key: string) => ({ reference: `MOVE-${made.indexOf(key) + 1}`, version: null, outcome, fields: {} });
  const take = (key: string, request: IncomingMessage, response: ServerResponse): void => {
    sent.push(key);
    const turn = turns.shift() ?? { do: "make" };
    if (turn.do === "hold") held.push(key);
    if (turn.do === "make" || turn.do === "make_silently") make(key);
    if (turn.do === "answer") answer(response, turn.status, { code: turn.code, detail: `${turn.code} there` });
    else if (turn.do === "make") answer(response, 201, resultOf(key));
    else request.socket.destroy();
  };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const key = /\/v1\/effects\/([^?]+)/.exec(request.url ?? "")?.[1];
      if (key === undefined) return answer(response, 200, QUANTITY);
      if (request.method === "PUT") return take(key, request, response);
      if (!searchable) return answer(response, 501, { code: "not_searchable", detail: "keys are not kept" });
      if (made.includes(key)) return answer(response, 200, resultOf(key));
      return answer(response, 404, { code: "not_found", detail: "nothing under this key" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    made,
    script(next) {
      turns = [...next];
    },
    surface: () => held.splice(0).forEach(make),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
