import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, createServerCertificate } from "../../../../tools/launcher/src/compose/certificates.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** `host:port`, as the list of allowed receivers has it. */
  host: string;
  url: string;
  ca: string;
  /** File of the authority that signed its certificate. */
  caFile: string;
  received: Received[];
  /** What it answers; 204 when there is none left. `null` = nothing at all. */
  answers: (number | { status: number; headers: Record<string, string> } | null)[];
  stop(): Promise<void>;
}

/** A receiver of webhooks over real TLS, with a certificate of an authority of its own, good for these hosts. */
export async function startReceiver(hosts: readonly string[] = ["127.0.0.1"]): Promise<Receiver> {
  const authority = createAuthority();
  const { certificate, privateKey } = createServerCertificate(authority, hosts);
  const folder = mkdtempSync(join(tmpdir(), "qm-receiver-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const received: Received[] = [];
  const answers: Receiver["answers"] = [];
  const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      const answer = answers.length > 0 ? answers.shift() : 204;
      if (answer === null || answer === undefined) return;
      if (typeof answer === "number") response.writeHead(answer).end("what a receiver says is not kept");
      else response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `https://${host}/hook?of=tests`,
    ca: authority.certificate,
    caFile,
    received,
    answers,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
