import { Envelope } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict } from "@quartermaster/shared/signing";
import type { z } from "zod";

/** Reads an envelope of one type and its payload. @throws AppError envelope_invalid, which dead-letters the message */
export function readEnvelope<T>(body: string, type: string, payload: z.ZodType<T>): T {
  const envelope = Envelope.safeParse(parseStrict(body, { maxDepth: 60 }));
  if (!envelope.success || envelope.data.type !== type) throw new AppError("envelope_invalid", { detail: `the message is no ${type}` });
  const parsed = payload.safeParse(envelope.data.payload);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new AppError("envelope_invalid", { detail: `${type}: ${issue?.path.join(".")} ${issue?.message}` });
  }
  return parsed.data;
}
