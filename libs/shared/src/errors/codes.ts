interface CodeEntry {
  title: string;
  status: number;
  /** True when the same call may succeed later without a change by the caller. */
  retryable: boolean;
}

/** Every stable error code of the product. Codes are never renamed; `docs/errors.md` is generated from this table. */
export const ERROR_CODES = {
  // input
  invalid_request: { title: "The request is not valid", status: 400, retryable: false },
  invalid_json: { title: "The body is not valid JSON", status: 400, retryable: false },
  body_too_large: { title: "The body is too large", status: 413, retryable: false },
  headers_too_large: { title: "The headers are too large", status: 431, retryable: false },
  request_timeout: { title: "The request did not arrive in time", status: 408, retryable: true },
  unsupported_media_type: { title: "The content type is not supported", status: 415, retryable: false },
  unknown_tool: { title: "No agent has this tool", status: 400, retryable: false },
  // identity
  unauthenticated: { title: "A valid token is needed", status: 401, retryable: false },
  forbidden: { title: "Your roles do not allow this", status: 403, retryable: false },
  role_missing: { title: "This needs a role that you do not have", status: 403, retryable: false },
  requester_cannot_decide: { title: "You asked for this, so somebody else decides", status: 403, retryable: false },
  already_filled_by_you: { title: "You already approved; a second approval needs another person", status: 403, retryable: false },
  reauth_required: { title: "Sign in again to decide this", status: 403, retryable: false },
  wrong_audience: { title: "This token is for another service", status: 401, retryable: false },
  // existence and state
  not_found: { title: "Not found", status: 404, retryable: false },
  method_not_allowed: { title: "This method is not allowed here", status: 405, retryable: false },
  idempotency_mismatch: { title: "The same Idempotency-Key was used with another body", status: 409, retryable: false },
  in_progress: { title: "The first call under this Idempotency-Key is still at work", status: 409, retryable: true },
  already_decided: { title: "Already decided", status: 409, retryable: false },
  requester_is_changing_this: { title: "The requester is changing this", status: 409, retryable: true },
  expired: { title: "Expired, nothing was executed", status: 409, retryable: false },
  superseded: { title: "A newer version replaced this", status: 409, retryable: false },
  conflict: { title: "The state does not allow this", status: 409, retryable: false },
  plan_conflict: { title: "Another plan with this id and revision exists", status: 409, retryable: false },
  card_changed: { title: "The card changed since you read it", status: 412, retryable: false },
  card_outdated: { title: "The world changed since this card was made", status: 412, retryable: false },
  edit_widens: { title: "An edit may only ask for less", status: 422, retryable: false },
  edit_refused: { title: "The edited step cannot be carried out", status: 422, retryable: false },
  policy_loosens: { title: "The policy document asks for less than the policy it stands on", status: 422, retryable: false },
  policy_version_taken: { title: "This policy version was loaded with other content", status: 409, retryable: false },
  destination_refused: { title: "This address may not be called", status: 422, retryable: false },
  mail_not_set_up: { title: "This installation sends no e-mail", status: 409, retryable: false },
  mail_domain_refused: { title: "E-mail goes to addresses of the company only", status: 422, retryable: false },
  code_wrong: { title: "The code is wrong or no longer good", status: 409, retryable: false },
  precondition_required: { title: "If-Match is needed", status: 428, retryable: false },
  rate_limited: { title: "Too many requests", status: 429, retryable: true },
  // service
  internal: { title: "Something went wrong here", status: 500, retryable: true },
  not_ready: { title: "Not ready yet", status: 503, retryable: true },
  unavailable: { title: "A needed service does not answer", status: 503, retryable: true },
  executor_answer_invalid: { title: "An executor's answer cannot be used", status: 502, retryable: true },
  executor_silent: { title: "An executor has not answered for long", status: 503, retryable: true },
  timeout: { title: "A needed service did not answer in time", status: 504, retryable: true },
  // messages
  envelope_invalid: { title: "The message does not have the agreed form", status: 400, retryable: false },
  signature_invalid: { title: "The signature does not verify", status: 400, retryable: false },
  key_unknown: { title: "The signing key is not known", status: 400, retryable: false },
  seal_key_unknown: { title: "What was sealed names a key that is not in the ring", status: 500, retryable: false },
  seal_broken: { title: "What was sealed does not open", status: 500, retryable: false },
  message_too_large: { title: "The message is too large for the bus", status: 500, retryable: false },
  lease_lost: { title: "Another replica took this task over", status: 409, retryable: true },
  // execution and receipts
  stale: { title: "The world changed since approval", status: 409, retryable: false },
  schema_changed: { title: "The tool changed since approval", status: 409, retryable: false },
  grant_expired: { title: "The grant expired", status: 409, retryable: false },
  grant_refused: { title: "The grant is not acceptable", status: 409, retryable: false },
  grant_epoch: { title: "The grant is from a revoked epoch", status: 409, retryable: false },
  revoked: { title: "The grant was revoked", status: 409, retryable: false },
  approvers_insufficient: { title: "Not enough distinct approvers", status: 409, retryable: false },
  effect_mismatch: { title: "The effect differs from the approved one", status: 409, retryable: false },
  // outside systems
  outcome_unknown: { title: "The outside system did not tell what it did; it is being looked up", status: 504, retryable: false },
  call_was_made: { title: "The outside system made it; it can only be settled as made", status: 409, retryable: false },
  quantity_not_exact: { title: "A quantity from outside has no exact value in the item's unit", status: 422, retryable: false },
  // world events
  unknown_record: { title: "No record of this tenant has this id", status: 404, retryable: false },
  illegal_transition: { title: "The record's state does not allow this event", status: 409, retryable: false },
  event_too_early: { title: "What the event answers is not on record yet", status: 409, retryable: true },
  event_time_invalid: { title: "The time of the event cannot be", status: 409, retryable: false },
  event_not_correctable: { title: "This event cannot be declared an error", status: 409, retryable: false },
  quantity_mismatch: { title: "The quantities do not add up", status: 409, retryable: false },
  count_in_progress: { title: "The location is being counted or closed", status: 409, retryable: false },
  hold_active: { title: "A hold stops this", status: 409, retryable: false },
  load_before_exit_release: { title: "Customs has not released the goods for loading", status: 409, retryable: false },
  outcome_rejected: { title: "The outside party said no", status: 409, retryable: false },
  outcome_overdue: { title: "The outside party has not answered in time", status: 409, retryable: false },
  // start-up
  config_invalid: { title: "The configuration is not valid", status: 500, retryable: false },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
