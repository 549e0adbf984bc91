import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** What is wrong with a file that should hold certificates as PEM; null when they can be read. */
export function certificateProblem(file: string): string | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) return `holds no certificate (PEM): ${file}`;
  try {
    for (const certificate of found) new X509Certificate(certificate);
    return null;
  } catch {
    return `holds a certificate that cannot be read: ${file}`;
  }
}

/** A schema part for the path of a file with certificates, checked when settings are read: a typing error must not wait for the first call. */
export const certificateFile = () =>
  z
    .string()
    .min(1)
    .superRefine((file, context) => {
      const message = certificateProblem(file);
      if (message !== null) context.addIssue({ code: "custom", message });
    });
