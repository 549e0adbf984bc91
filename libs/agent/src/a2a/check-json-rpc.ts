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
/** Ids and tokens are looked up by index, which holds no long text. */
const ShortText = z.string().max(200);
const SendParams = z.object({
  message: z.object({
    messageId: ShortText.min(1),
    contextId: ShortText.optional(),
    taskId: ShortText.optional(),
    // What an agent says comes from that agent alone; a caller speaks as the user.
    role: z.literal("ROLE_USER"),
    parts: z.array(Part).min(1).max(20),
  }),
});
/** Parameters of every other method that reach a store. */
const ReadParams = z.object({
  id: ShortText.optional(),
  tenant: ShortText.optional(),
  contextId: ShortText.optional(),
  pageToken: ShortText.optional(),
  pageSize: z.number().int().min(0).optional(),
  historyLength: z.number().int().min(0).optional(),
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
  const sends = request.data.method === "SendMessage" || request.data.method === "SendStreamingMessage";
  const params = (sends ? SendParams : ReadParams).safeParse(request.data.params ?? {});
  if (params.success) return null;
  return failure(request.data.id, -32602, sends ? "the message is not valid" : "the parameters are not valid", params.error.issues);
}
