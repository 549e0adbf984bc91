import { z } from "zod";

/** Errors of JSON-RPC 2.0 and of the A2A bindings as they stand in `error`. */
export interface JsonRpcErrorBody {
  jsonrpc: "2.0";
  id: string | number | null;
  error: { code: number; message: string; data?: unknown[] };
}

const RequestId = z.union([z.string().max(200), z.number().int(), z.null()]);
const Part = z
  .object({
    text: z.string().max(100_000).optional(),
    data: z.unknown().optional(),
    raw: z.string().optional(),
    url: z.string().optional(),
  })
  .refine((part) => [part.text, part.data, part.raw, part.url].filter((content) => content !== undefined).length === 1, {
    message: "a part holds exactly one of text, data, raw, url",
  });
const SendParams = z.object({
  message: z.object({
    messageId: z.string().min(1).max(200),
    role: z.enum(["ROLE_USER", "ROLE_AGENT"]),
    parts: z.array(Part).min(1).max(20),
  }),
});
const Request = z.object({
  jsonrpc: z.literal("2.0"),
  id: RequestId.optional(),
  method: z.string().min(1).max(80),
  params: z.record(z.string(), z.unknown()).optional(),
});

const failure = (id: unknown, code: number, message: string, issues: z.core.$ZodIssue[]): JsonRpcErrorBody => ({
  jsonrpc: "2.0",
  id: typeof id === "string" || typeof id === "number" ? id : null,
  error: {
    code,
    message,
    data: [
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: issues.map((issue) => ({ field: issue.path.join("."), description: issue.message })),
      },
    ],
  },
});

export const parseFailure = (): JsonRpcErrorBody => ({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "the body is not valid JSON" },
});

/** Any failure outside the handler, without details that could leak. */
export const rpcFailure = (id: string | number | null, code: number, message: string): JsonRpcErrorBody => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

/**
 * Checks what the SDK does not (it accepts unknown roles and empty parts): the envelope, and the required fields of a message.
 * @returns null when the request may be handled.
 */
export function checkJsonRpc(body: unknown): JsonRpcErrorBody | null {
  const request = Request.safeParse(body);
  if (!request.success) return failure((body as { id?: unknown } | null)?.id, -32600, "not a JSON-RPC 2.0 request", request.error.issues);
  if (request.data.method !== "SendMessage" && request.data.method !== "SendStreamingMessage") return null;
  const params = SendParams.safeParse(request.data.params);
  return params.success ? null : failure(request.data.id, -32602, "the message is not valid", params.error.issues);
}
