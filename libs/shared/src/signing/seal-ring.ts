import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { AppError } from "../errors/index.ts";
import { parseStrict } from "./parse-strict.ts";

const CIPHER = "aes-256-gcm";
const PREFIX = "qms1";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Keys that a ring holds at most; what they sealed is sealed anew at every start, so older ones are of no use. */
const MOST_KEYS = 20;

const SealKey = z.strictObject({
  kid: z.string().regex(/^seal-[0-9a-f]{12}$/),
  key: z.string().refine((text) => Buffer.from(text, "base64url").length === KEY_BYTES, `must be ${KEY_BYTES} bytes in base64url`),
  createdAt: z.iso.datetime(),
});

/** Keys that seal what is stored: the first one seals, all of them open. */
export const SealRingFile = z.strictObject({ keys: z.array(SealKey).min(1).max(MOST_KEYS) });
export type SealRingFile = z.infer<typeof SealRingFile>;

export interface SealRing {
  /**
   * Seals a text with the newest key. `place` names where it is kept, such as a tenant and an id: at another place it does not open, so
   * nobody who can write the table can put one person's secret in the place of another's.
   */
  seal(text: string, place: string): string;
  /** @throws AppError seal_key_unknown | seal_broken */
  open(sealed: string, place: string): string;
  /** Whether a text is sealed with the newest key. */
  isCurrent(sealed: string): boolean;
}

/** Whether a text is sealed, with whatever key. */
export const isSealed = (text: string): boolean => text.startsWith(`${PREFIX}.`);

/** The ring with a new key that seals from now on; without one, a ring of its own. The oldest key goes when there are too many. */
export function withNewSealKey(ring: SealRingFile | null, now = new Date()): SealRingFile {
  const made = {
    kid: `seal-${randomBytes(6).toString("hex")}`,
    key: randomBytes(KEY_BYTES).toString("base64url"),
    createdAt: now.toISOString(),
  };
  return { keys: [made, ...(ring?.keys ?? [])].slice(0, MOST_KEYS) };
}

/** Reads a ring's file. @throws AppError config_invalid, naming the file and nothing of what it holds */
export function readSealRing(path: string): SealRingFile {
  try {
    return SealRingFile.parse(parseStrict(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new AppError("config_invalid", { detail: `${path} holds no ring of keys that can be read`, cause });
  }
}

const bytesOf = (place: string): Buffer => Buffer.from(`quartermaster/seal/v1\n${place}`, "utf8");

/** @param read gives the ring; asked again when a key is not known, for another replica may have been started with a newer ring. */
export function createSealRing(read: () => SealRingFile): SealRing {
  let { keys } = read();
  const find = (kid: string) => keys.find((key) => key.kid === kid);
  const keyOf = (kid: string): Buffer => {
    if (!find(kid)) keys = read().keys;
    const found = find(kid);
    if (!found) throw new AppError("seal_key_unknown", { detail: `the ring has no key ${kid}` });
    return Buffer.from(found.key, "base64url");
  };
  return {
    seal(text, place) {
      const [newest] = keys;
      if (!newest) throw new AppError("seal_key_unknown", { detail: "the ring is empty" });
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, Buffer.from(newest.key, "base64url"), iv).setAAD(bytesOf(place));
      const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return [PREFIX, newest.kid, Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url")].join(".");
    },
    open(sealed, place) {
      const [prefix, kid = "", body = "", ...more] = sealed.split(".");
      const bytes = Buffer.from(body, "base64url");
      if (prefix !== PREFIX || more.length > 0 || bytes.length < IV_BYTES + TAG_BYTES)
        throw new AppError("seal_broken", { detail: "this is no sealed text" });
      const decipher = createDecipheriv(CIPHER, keyOf(kid), bytes.subarray(0, IV_BYTES)).setAAD(bytesOf(place));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new AppError("seal_broken", { detail: `what ${kid} sealed does not open: another key, another place, or changed`, cause });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${PREFIX}.${keys[0]?.kid}.`),
  };
}
