import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { AppError } from "@quartermaster/shared/errors";
import { createTransport } from "nodemailer";
import type { Mail } from "./mail-of.ts";

export interface MailSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which changes to TLS before anything else is said. */
  url: string;
  /** Address that mails come from. */
  from: string;
  /** Certificate authority of the mail server, PEM. */
  caFile?: string | undefined;
}

export interface Mailer {
  /** Hands one mail to the mail server. @param id the same in every attempt. @throws AppError unavailable | timeout */
  send(to: string, id: string, mail: Mail): Promise<void>;
}

const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;
/** The whole of it; a server that answers one line a second would go on for long within the limits above. */
const WHOLE_MS = 40_000;
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Ends with the work, or with an error after the time. */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("timeout", { detail: "the mail server did not answer in time" })), limitMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Makes the way to the installation's mail server. Without TLS only on this machine. */
export function createMailer(settings: MailSettings): Mailer {
  const url = new URL(settings.url);
  const secure = url.protocol === "smtps:";
  const domain = settings.from.slice(settings.from.lastIndexOf("@") + 1);
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !LOOPBACK.has(url.hostname),
    ...(url.username === "" ? {} : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...(settings.caFile ? { tls: { ca: [...rootCertificates, readFileSync(settings.caFile, "utf8")] } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(to, id, mail) {
      const message = {
        // As objects: a text would be read as a list of addresses.
        from: { name: "Quartermaster", address: settings.from },
        to: { name: "", address: to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        // Nobody's holiday notice answers these.
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      };
      try {
        await within(transport.sendMail(message), WHOLE_MS);
      } catch (error) {
        if (AppError.isInstance(error)) throw error;
        throw new AppError("unavailable", { detail: "the mail server did not take the mail", cause: error });
      }
    },
  };
}
