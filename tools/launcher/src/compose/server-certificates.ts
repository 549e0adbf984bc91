import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeSecret } from "../home/write-secret.ts";
import { type Certified, createAuthority, createServerCertificate } from "./certificates.ts";

const RENEW_BEFORE_MS = 60 * 86_400_000;

const hasTime = (certificate: string): boolean => Date.parse(new X509Certificate(certificate).validTo) - Date.now() > RENEW_BEFORE_MS;

function load(folder: string, name: string): Certified | null {
  const [certificate, privateKey] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  if (!existsSync(certificate) || !existsSync(privateKey)) return null;
  return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(privateKey, "utf8") };
}

function store(folder: string, name: string, made: Certified): Certified {
  writeSecret(join(folder, `${name}.key`), made.privateKey);
  writeSecret(join(folder, `${name}.crt`), made.certificate);
  return made;
}

/** Certificates of the servers, with that of the authority that clients trust. */
export interface ServerCertificates {
  authority: string;
  servers: Record<string, Certified>;
}

/** Loads the authority and the servers' certificates from a folder, making those that are missing, foreign or soon at their end. */
export function loadServerCertificates(folder: string, hosts: Record<string, readonly string[]>): ServerCertificates {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = load(folder, "authority");
  const authority = known && hasTime(known.certificate) ? known : store(folder, "authority", createAuthority());
  const issuer = new X509Certificate(authority.certificate).publicKey;
  const servers = Object.entries(hosts).map(([name, names]): [string, Certified] => {
    const have = load(folder, name);
    const good = have !== null && hasTime(have.certificate) && new X509Certificate(have.certificate).verify(issuer);
    return [name, good ? have : store(folder, name, createServerCertificate(authority, names))];
  });
  return { authority: authority.certificate, servers: Object.fromEntries(servers) };
}
