import { X509Certificate } from "node:crypto";
import { connect, createServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { createAuthority, createServerCertificate } from "../src/compose/certificates.ts";

const authority = createAuthority();
const server = createServerCertificate(authority, ["localhost", "nats", "127.0.0.1"]);

/** Connects to a real TLS server with that certificate. Resolves to what the client says of it. */
function handshake(ca: string, servername: string): Promise<string> {
  return new Promise((resolve) => {
    const listener = createServer({ cert: server.certificate, key: server.privateKey }, (socket) => socket.end());
    listener.listen(0, "127.0.0.1", () => {
      const { port } = listener.address() as { port: number };
      const end = (said: string) => {
        listener.close();
        socket.destroy();
        resolve(said);
      };
      const socket = connect({ port, host: "127.0.0.1", ca, servername }, () => end("trusted"));
      socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });
  });
}

describe("certificates of the containers", () => {
  it("are signed by the installation's authority and name their hosts", () => {
    const [ca, leaf] = [new X509Certificate(authority.certificate), new X509Certificate(server.certificate)];
    expect(ca.ca && ca.verify(ca.publicKey)).toBe(true);
    expect(leaf.verify(ca.publicKey) && leaf.checkIssued(ca)).toBe(true);
    expect(leaf.ca).toBe(false);
    expect(leaf.subjectAltName).toBe("DNS:localhost, DNS:nats, IP Address:127.0.0.1");
  });

  it("are trusted by a client that knows the authority, under the names they carry only", async () => {
    expect(await handshake(authority.certificate, "nats")).toBe("trusted");
    expect(await handshake(authority.certificate, "postgres")).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(await handshake(createAuthority().certificate, "nats")).toMatch(/SIGNATURE|ISSUER|LEAF|CHAIN/);
  });
});
