import { randomBytes } from "node:crypto";
import { z } from "zod";

/** Every id prefix of the product. */
export type IdPrefix =
  | "req"
  | "thr"
  | "msg"
  | "tsk"
  | "brf"
  | "prp"
  | "pln"
  | "stp"
  | "apr"
  | "dec"
  | "edt"
  | "kil"
  | "grt"
  | "rcp"
  | "led"
  | "evt"
  | "prv"
  | "ntf"
  | "chn"
  | "dlv"
  | "own"
  | "ins";

/** Text form of an id: a prefix, an underscore and 26 lower-case base-32 characters that sort by time of creation. */
export const Id = z.string().regex(/^[a-z]{3}_[0-9a-z]{26}$/);
/** Company that a row, message or id belongs to. */
export const TenantId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
/** One token of a bus subject. */
export const SubjectToken = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const UserId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Makes a new id: 48 bits of milliseconds, 80 random bits. Unique without coordination; never a secret. */
export function newId(prefix: IdPrefix, now = Date.now()): string {
  let time = "";
  for (let rest = now, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  let random = "";
  for (const byte of randomBytes(16)) random += ALPHABET[byte % 32];
  return `${prefix}_${time}${random}`;
}
