import { RequestToken, signed } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict, type Signed, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";

const TIMEOUT_MS = 2_000;
const SignedToken = signed(RequestToken);
const Reply = z.union([SignedToken, z.object({ token: SignedToken }).transform((reply) => reply.token)]);

/**
 * Has approvals state who asked, from the caller's own bearer, at the time of asking. Absence is allowed here: a question
 * needs no token, and a plan without one is refused later.
 * @throws AppError unavailable when our own keys cannot be read now: that says nothing about the token; rate_limited as approvals says.
 */
export async function fetchRequestToken(
  deps: { approvalsUrl: string; verifier: Verifier; log: Logger },
  requestId: string,
  authorization: string | undefined,
): Promise<Signed<RequestToken> | null> {
  try {
    const response = await fetch(`${deps.approvalsUrl}/v1/request-tokens`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: authorization ?? "" },
      body: JSON.stringify({ requestId }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 429)
      throw new AppError("rate_limited", {
        detail: "approvals takes no more calls of this user for a moment",
        retryAfterSeconds: Number.parseInt(response.headers.get("retry-after") ?? "", 10) || 2,
      });
    if (!response.ok) throw new Error(`approvals answered ${response.status}`);
    const token = Reply.parse(parseStrict(await response.text()));
    const body = deps.verifier.verify("request-token", token, ["approvals"]);
    if (body.requestId !== requestId) throw new Error("the token names another request");
    return token;
  } catch (error) {
    if (AppError.isInstance(error) && error.code === "rate_limited") throw error;
    if (AppError.isInstance(error) && error.retryable)
      throw new AppError("unavailable", { detail: "the keys to check who asked cannot be read", cause: error, retryAfterSeconds: 2 });
    deps.log.warn({ requestId, err: error }, "no request token; a plan of this request will be refused");
    return null;
  }
}
