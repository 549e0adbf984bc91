/** Headers of the binding, in the lower case that the bus delivers. */
export const FRAME_HEADER = "a2a-frame";
export const SEQUENCE_HEADER = "a2a-seq";
export const INSTANCE_HEADER = "a2a-instance";

/** Error codes of the binding itself; A2A's own codes are never reused. */
export const BINDING_ERRORS = {
  agentUnavailable: -32050,
  deadlineExceeded: -32051,
  payloadTooLarge: -32052,
  unauthenticated: -32053,
  permissionDenied: -32054,
  overloaded: -32055,
  streamLost: -32056,
} as const;
