import type { JsonObject } from "@quartermaster/shared/contracts";
import { toolJsonSchema } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { dropOptionalNulls, toStrictSchema } from "../src/agent/strict-schema.ts";

const schema = z.strictObject({
  sku: z.string().max(60),
  status: z.enum(["free", "held"]).optional(),
  lines: z.array(z.strictObject({ lot: z.string().optional() })).optional(),
});

describe("strict schemas", () => {
  it("require every member and make optional ones nullable", () => {
    const { parameters, strict } = toStrictSchema(toolJsonSchema(schema) as JsonObject);
    expect(strict).toBe(true);
    expect(parameters.required).toEqual(["sku", "status", "lines"]);
    expect((parameters.properties as Record<string, unknown>).status).toEqual({ type: ["string", "null"], enum: ["free", "held", null] });
  });

  it("stay as they are when a map is open", () => {
    expect(toStrictSchema(toolJsonSchema(z.strictObject({ fields: z.record(z.string(), z.string()) })) as JsonObject).strict).toBe(false);
  });

  it("are undone by dropping nulls of optional members, at any depth", () => {
    const value = { sku: "A", status: null, lines: [{ lot: null }] };
    expect(dropOptionalNulls(toolJsonSchema(schema) as JsonObject, value)).toEqual({ sku: "A", lines: [{}] });
  });
});
