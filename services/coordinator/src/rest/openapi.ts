import type { HttpServer } from "@quartermaster/shared/http";
import { z } from "zod";
import { Wait } from "../requests/await-change.ts";
import { ListQuery } from "../requests/list-requests.ts";
import { RequestBody } from "../requests/request-body.ts";
import { CheckpointPage, MessagePage } from "../threads/routes.ts";
import { APPROVALS_OPERATIONS } from "./approvals-operations.ts";
import { NOTIFICATION_OPERATIONS } from "./notification-operations.ts";

/** One call, as the documentation shows it. */
export interface Operation {
  method: "get" | "post" | "put" | "delete";
  path: string;
  summary: string;
  body?: z.ZodType;
  query?: z.ZodObject;
  status?: number;
  /** Headers that the call needs. */
  headers?: string[];
}

const OPERATIONS: Operation[] = [
  { method: "post", path: "/v1/requests", summary: "Submit a request in words or as known steps", body: RequestBody, status: 202 },
  { method: "get", path: "/v1/requests", summary: "List requests, newest first", query: ListQuery },
  {
    method: "get",
    path: "/v1/requests/{id}",
    summary: "Read a request; wait=30s polls until its status changes",
    query: z.strictObject({ wait: Wait.optional() }),
  },
  { method: "get", path: "/v1/requests/{id}/events", summary: "Follow a request as Server-Sent Events" },
  { method: "post", path: "/v1/requests/{id}/cancel", summary: "Cancel a request", status: 202 },
  { method: "get", path: "/v1/requests/{id}/trajectory", summary: "Every task's model calls, tool calls and results" },
  { method: "get", path: "/v1/threads/{id}", summary: "Read a thread's fields and newest messages, page by page", query: MessagePage },
  { method: "get", path: "/v1/threads/{id}/checkpoints", summary: "Read a thread's checkpoints, newest first", query: CheckpointPage },
  { method: "get", path: "/v1/agents", summary: "Agents, their instances and queues" },
  { method: "get", path: "/v1/tools", summary: "Names and schemas of every tool" },
  { method: "get", path: "/v1/session", summary: "Who calls, and how to sign in" },
  { method: "post", path: "/v1/demo/reset", summary: "A fresh world for the caller's tenant (demo mode)" },
  { method: "post", path: "/v1/demo/tenants", summary: "A new tenant with a fresh world (demo mode)", status: 201 },
  { method: "get", path: "/v1/demo/users", summary: "The demo users (demo mode)" },
];

const jsonSchema = (schema: z.ZodType): unknown => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", unrepresentable: "any" }) as Record<
    string,
    unknown
  >;
  return rest;
};

function parametersOf(operation: Operation): unknown[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(operation.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: jsonSchema(schema as z.ZodType),
  }));
  const key =
    operation.method === "post"
      ? [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 128 } }]
      : [];
  const needed = (operation.headers ?? []).map((name) => ({ name, in: "header", required: true, schema: { type: "string" } }));
  return [...inPath, ...inQuery, ...needed, ...key];
}

const problem = { description: "A problem", content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } };

function describe(operation: Operation): unknown {
  return {
    summary: operation.summary,
    parameters: parametersOf(operation),
    ...(operation.body ? { requestBody: { required: true, content: { "application/json": { schema: jsonSchema(operation.body) } } } } : {}),
    responses: { [operation.status ?? 200]: { description: "Success" }, "4XX": problem, "5XX": problem },
    security: [{ bearer: [] }],
  };
}

/** The OpenAPI 3.1 document of the coordinator, from the schemas that check its input. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of [...OPERATIONS, ...APPROVALS_OPERATIONS, ...NOTIFICATION_OPERATIONS])
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  return {
    openapi: "3.1.0",
    info: { title: "Quartermaster", version: "0.1.0" },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        Problem: {
          type: "object",
          required: ["type", "title", "status", "code"],
          properties: {
            type: { type: "string" },
            title: { type: "string" },
            status: { type: "integer" },
            detail: { type: "string" },
            code: { type: "string" },
            errors: { type: "array", items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } } },
          },
        },
      },
    },
  };
}

const asHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The operations as a plain page: no script, no style, nothing from elsewhere. */
function docsPage(): string {
  const operation = (entry: Operation): string => {
    const body = entry.body ? `<pre>${asHtml(JSON.stringify(jsonSchema(entry.body), null, 2))}</pre>` : "";
    return `<h2>${entry.method.toUpperCase()} ${asHtml(entry.path)}</h2><p>${asHtml(entry.summary)}</p>${body}`;
  };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Quartermaster API</title><h1>Quartermaster API</h1><p>The document for tools: <a href="/openapi.json">/openapi.json</a></p>${OPERATIONS.map(operation).join("")}</html>`;
}

/** Serves the document at `/openapi.json` and a page to browse it at `/docs`. */
export function registerOpenApi(server: HttpServer): void {
  const document = openApiDocument();
  const page = docsPage();
  server.get("/openapi.json", async () => document);
  server.get("/docs", async (_request, reply) =>
    reply.header("content-security-policy", "default-src 'none'").type("text/html; charset=utf-8").send(page),
  );
}
