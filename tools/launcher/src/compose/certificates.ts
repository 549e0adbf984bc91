import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { der } from "./der.ts";

const OID = {
  ecdsaSha256: "1.2.840.10045.4.3.2",
  commonName: "2.5.4.3",
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  alternativeNames: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
};
const DAY_MS = 86_400_000;
/** Clocks of two containers on one host hardly differ; an hour is plenty. */
const BACKDATED_MS = 3_600_000;

/** A certificate with its private key, both as PEM. */
export interface Certified {
  certificate: string;
  privateKey: string;
}

interface Content {
  subject: string;
  publicKey: KeyObject;
  issuer: string;
  issuerKey: KeyObject;
  issuerPublicKey: KeyObject;
  days: number;
  extensions: Buffer[];
}

const name = (text: string): Buffer => der.sequence(der.set(der.sequence(der.objectId(OID.commonName), der.utf8(text))));
const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  der.sequence(der.objectId(id), ...(critical ? [der.boolean(true)] : []), der.octets(value));
const publicBytes = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });
const keyId = (key: KeyObject): Buffer => createHash("sha1").update(publicBytes(key).subarray(-65)).digest();
const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;
const privatePem = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

/** Address of a server for the list of names that its certificate is good for. */
function alternativeName(host: string): Buffer {
  if (isIP(host) === 4) return der.implicit(7, Buffer.from(host.split(".").map(Number)));
  return der.implicit(2, Buffer.from(host, "ascii"));
}

function write(content: Content): string {
  const algorithm = der.sequence(der.objectId(OID.ecdsaSha256));
  const from = new Date(Date.now() - BACKDATED_MS);
  const until = new Date(Date.now() + content.days * DAY_MS);
  const identifiers = [
    extension(OID.subjectKeyId, false, der.octets(keyId(content.publicKey))),
    extension(OID.authorityKeyId, false, der.sequence(der.implicit(0, keyId(content.issuerPublicKey)))),
  ];
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    // Positive and not minimal-length ambiguous: the first bit is clear, the first byte is not zero.
    der.integer(Buffer.concat([Buffer.from([0x4d]), randomBytes(15)])),
    algorithm,
    name(content.issuer),
    der.sequence(der.time(from), der.time(until)),
    name(content.subject),
    publicBytes(content.publicKey),
    der.explicit(3, der.sequence(...content.extensions, ...identifiers)),
  );
  return pem(der.sequence(body, algorithm, der.bits(sign("sha256", body, content.issuerKey))));
}

const newKey = (): { publicKey: KeyObject; privateKey: KeyObject } => generateKeyPairSync("ec", { namedCurve: "P-256" });
const AUTHORITY = "Quartermaster internal authority";

/** Makes the authority that signs the servers' certificates of one installation. It may sign servers only, no other authority. */
export function createAuthority(days = 3650): Certified {
  const { publicKey, privateKey } = newKey();
  const certificate = write({
    subject: AUTHORITY,
    publicKey,
    issuer: AUTHORITY,
    issuerKey: privateKey,
    issuerPublicKey: publicKey,
    days,
    extensions: [
      extension(OID.basicConstraints, true, der.sequence(der.boolean(true), der.integer(Buffer.from([0])))),
      // keyCertSign and cRLSign.
      extension(OID.keyUsage, true, der.bits(Buffer.from([0x06]), 1)),
    ],
  });
  return { certificate, privateKey: privatePem(privateKey) };
}

/** Makes a server's certificate for the hosts under which it is reached; the first is its name. */
export function createServerCertificate(authority: Certified, hosts: readonly string[], days = 398): Certified {
  const { publicKey, privateKey } = newKey();
  const issuerKey = createPrivateKey(authority.privateKey);
  const certificate = write({
    subject: hosts[0] ?? "server",
    publicKey,
    issuer: AUTHORITY,
    issuerKey,
    issuerPublicKey: createPublicKey(authority.privateKey),
    days,
    extensions: [
      extension(OID.basicConstraints, true, der.sequence()),
      // digitalSignature.
      extension(OID.keyUsage, true, der.bits(Buffer.from([0x80]), 7)),
      extension(OID.extendedKeyUsage, false, der.sequence(der.objectId(OID.serverAuth))),
      extension(OID.alternativeNames, false, der.sequence(...hosts.map(alternativeName))),
    ],
  });
  return { certificate, privateKey: privatePem(privateKey) };
}
