import { Envelope, signed } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict, type Signed, type SigningPurpose, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";

/** Largest accepted message; a plan step's args are a few hundred bytes, foreign facts the rest. */
const MAX_BYTES = 262_144;

const AnySigned = signed(z.unknown());

/** Reads JSON that must hold one signature around a body of the given form. @throws AppError invalid_json | body_too_large | envelope_invalid */
export function readSigned<T>(value: unknown, body: z.ZodType<T>): Signed<T> {
  const outer = AnySigned.safeParse(value);
  const inner = outer.success ? body.safeParse(outer.data.body) : undefined;
  if (!outer.success || !inner?.success) {
    const issue = (outer.error ?? inner?.error)?.issues[0];
    throw new AppError("envelope_invalid", { detail: `signed message: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}` });
  }
  return { body: inner.data, kid: outer.data.kid, signature: outer.data.signature };
}

/** Strictly parses a bus message and its envelope. */
export function readEnvelope(text: string): Envelope {
  const parsed = Envelope.safeParse(parseStrict(text, { maxBytes: MAX_BYTES, maxDepth: 24 }));
  if (!parsed.success) throw new AppError("envelope_invalid", { detail: parsed.error.issues[0]?.message ?? "not an envelope" });
  return parsed.data;
}

/** Strictly parses a signed request that travels without an envelope. */
export function readSignedText<T>(text: string, body: z.ZodType<T>): Signed<T> {
  return readSigned(parseStrict(text, { maxBytes: MAX_BYTES, maxDepth: 24 }), body);
}

/** Verifies that approvals made the signature for this purpose and returns the body. */
export const verifyFromApprovals = <T>(verifier: Verifier, purpose: SigningPurpose, message: Signed<T>, now?: Date): T =>
  verifier.verify(purpose, message, ["approvals"], now);
