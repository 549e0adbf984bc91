import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { createAuthority, createServerCertificate } from "../../../../tools/launcher/src/compose/certificates.ts";

export interface CaughtMail {
  to: string[];
  /** Whether it came over TLS. */
  secure: boolean;
  raw: string;
  headers: Record<string, string[]>;
  /** Decoded parts, by content type. */
  parts: Record<string, string>;
}

export interface MailCatcher {
  url: string;
  caFile: string;
  mails: CaughtMail[];
  /** While true every mail is refused for now. */
  busy: boolean;
  stop(): Promise<void>;
}

function headersOf(text: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const line of text.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [name = "", ...rest] = line.split(": ");
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), rest.join(": ")];
  }
  return headers;
}

function decode(headers: Record<string, string[]>, body: string): string {
  const encoding = headers["content-transfer-encoding"]?.[0];
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function partsOf(headers: Record<string, string[]>, body: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"]?.[0] ?? "")?.[1];
  if (boundary === undefined) return {};
  const parts: Record<string, string> = {};
  for (const part of body.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...rest] = part.replace(/^\r\n/, "").split("\r\n\r\n");
    const own = headersOf(head);
    parts[own["content-type"]?.[0]?.split(";")[0] ?? ""] = decode(own, rest.join("\r\n\r\n"));
  }
  return parts;
}

/** A mail server that keeps what it gets, over real SMTP with STARTTLS. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const authority = createAuthority();
  const { certificate, privateKey } = createServerCertificate(authority, ["127.0.0.1"]);
  const folder = mkdtempSync(join(tmpdir(), "qm-mail-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, authority.certificate);
  const mails: CaughtMail[] = [];
  const state = { busy: false };
  const server = new SMTPServer({
    cert: certificate,
    key: privateKey,
    authOptional: true,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.busy) {
          callback(Object.assign(new Error("try again later"), { responseCode: 451 }));
          return;
        }
        const raw = Buffer.concat(chunks).toString("utf8");
        const [head = "", ...rest] = raw.split("\r\n\r\n");
        const headers = headersOf(head);
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        mails.push({ to, secure: session.secure === true, raw, headers, parts: partsOf(headers, rest.join("\r\n\r\n")) });
        callback();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    caFile,
    mails,
    get busy() {
      return state.busy;
    },
    set busy(value) {
      state.busy = value;
    },
    async stop() {
      await new Promise<void>((done) => server.close(() => done()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
