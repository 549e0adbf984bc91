import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { certificateFile, readEnv } from "../src/config/index.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-ca-"));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const read = (path: string) => readEnv({ QM_SMTP_CA_FILE: certificateFile().optional() }, { QM_SMTP_CA_FILE: path });
const broken = "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n";

describe("a file of certificates", () => {
  it.each([
    ["is not there", join(folder, "none.pem"), /cannot be read: ENOENT/],
    ["is a folder", folder, /cannot be read: EISDIR/],
    ["is empty", file("empty.pem", ""), /holds no certificate/],
    ["holds a key", file("key.pem", "-----BEGIN PRIVATE KEY-----\nbm8=\n-----END PRIVATE KEY-----\n"), /holds no certificate/],
    ["is damaged", file("broken.pem", `${rootCertificates[0]}\n${broken}`), /holds a certificate that cannot be read/],
  ])("that %s is refused when settings are read, by the name of the setting", (_what, path, message) => {
    expect(() => read(path)).toThrowError(message);
    expect(() => read(path)).toThrowError(
      expect.objectContaining({ code: "config_invalid", message: expect.stringContaining("QM_SMTP_CA_FILE: ") }),
    );
  });

  it("with one certificate or more is taken by its path", () => {
    const path = file("good.pem", rootCertificates.slice(0, 2).join("\n"));
    expect(read(path)).toEqual({ QM_SMTP_CA_FILE: path });
  });
});
