import { z } from "zod";
import { EffectRequest, EffectResult, ReadAnswer, ReadRequest, Refusal } from "./http-contract.ts";

const schemaOf = (schema: z.ZodType): unknown => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "openapi-3.0" }) as Record<string, unknown>;
  return rest;
};
const body = (name: string) => ({ content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } });
const answer = (description: string, name: string) => ({ description, ...body(name) });

const KEY = {
  name: "key",
  in: "path",
  required: true,
  description: "Our reference, QM- and 20 capitals or digits. The same effect always comes under the same key.",
  schema: { type: "string", pattern: "^QM-[A-Z2-7]{20}$" },
};
const TENANT = { name: "tenant", in: "query", required: true, schema: { type: "string" } };

/** The contract that a company's own system fulfils to be connected over HTTP; `docs/outside-system.openapi.json` is made from it. */
export function openapiDocument(): unknown {
  return {
    openapi: "3.0.3",
    info: {
      title: "Quartermaster outside system",
      version: "1.0.0",
      description:
        "What an ERP, WMS, TMS, carrier or customs broker answers so that Quartermaster reads its records and has approved effects made there. Amounts may be JSON numbers or decimal text; they are never rounded.",
    },
    security: [{ bearer: [] }],
    paths: {
      "/v1/read": {
        post: {
          summary: "Records by kind and id; changes nothing",
          requestBody: { required: true, ...body("ReadRequest") },
          responses: { 200: answer("What exists of it", "ReadAnswer") },
        },
      },
      "/v1/effects/{key}": {
        put: {
          summary: "Make one effect, once for its key",
          description:
            "A key is taken by an effect that was made, not by a refusal. Store key and effect in one transaction. Any status not listed, and no answer at all, counts as unknown: Quartermaster then asks with GET before it does anything else.",
          parameters: [KEY, TENANT],
          requestBody: { required: true, ...body("EffectRequest") },
          responses: {
            201: answer("Made now", "EffectResult"),
            200: answer("Made before under this key; the same result again", "EffectResult"),
            412: answer("The record has another version than expected; nothing was done", "Refusal"),
            422: answer("Refused for good, with a stable code; nothing was done", "Refusal"),
            429: answer("Not looked at; nothing was done, try later", "Refusal"),
          },
        },
        get: {
          summary: "What became of a key; changes nothing",
          parameters: [KEY, TENANT],
          responses: {
            200: answer("It was made", "EffectResult"),
            404: answer("Nothing is stored under this key; the body's code is not_found", "Refusal"),
          },
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        ReadRequest: schemaOf(ReadRequest),
        ReadAnswer: schemaOf(ReadAnswer),
        EffectRequest: schemaOf(EffectRequest),
        EffectResult: schemaOf(EffectResult),
        Refusal: schemaOf(Refusal),
      },
    },
  };
}
