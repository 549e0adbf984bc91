import { gunzipSync } from "node:zlib";
import { TenantId } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";

/** A world as in the seed file: only its clock is read here, the tables are each database's own business. */
export const World = z.looseObject({ now: z.iso.datetime() });
export type World = z.infer<typeof World>;

const LARGEST_WORLD = 4 * 1_048_576;

/** Body of a request on `qm.demo.seed`. A world larger than a bus message travels compressed. */
const SeedRequest = z.strictObject({
  type: z.enum(["reset", "create"]),
  tenant: TenantId,
  world: World.optional(),
  /** Gzip, base64. */
  worldGzip: z.base64().optional(),
});

export interface SeedOrder {
  type: "reset" | "create";
  tenant: string;
  world: World | null;
}

/** The reply on `qm.demo.seed`. */
export type SeedReply = { ok: true; tenant: string; now: string } | { ok: false; code: string; detail: string };

/** Reads a request for a world. @throws AppError invalid_request | invalid_json */
export function readSeedRequest(body: string): SeedOrder {
  const parsed = SeedRequest.safeParse(parseStrict(body, { maxBytes: LARGEST_WORLD, maxDepth: 32 }));
  if (!parsed.success)
    throw new AppError("invalid_request", {
      detail: parsed.error.issues.map((issue) => `${issue.path.join("/")}: ${issue.message}`).join("; "),
    });
  const { type, tenant, world, worldGzip } = parsed.data;
  if (worldGzip === undefined) return { type, tenant, world: world ?? null };
  const text = gunzipSync(Buffer.from(worldGzip, "base64"), { maxOutputLength: LARGEST_WORLD }).toString("utf8");
  return { type, tenant, world: World.parse(parseStrict(text, { maxBytes: LARGEST_WORLD, maxDepth: 32 })) };
}
