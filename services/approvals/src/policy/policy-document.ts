import { Instant, Role, visibleText } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { Condition } from "./condition.ts";
import { Thresholds } from "./thresholds.ts";

const line = {
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  when: Condition,
  why: visibleText(200),
};
const amounts = Object.fromEntries(
  Object.keys(Thresholds.shape).map((name) => [name, z.number().nonnegative().max(1e12).optional()]),
) as Record<keyof Thresholds, z.ZodOptional<z.ZodNumber>>;

/** What a document says about one row of the shipped table; lists add lines, they never replace any. */
const RowChange = z.strictObject({
  /** Id of the shipped row, such as `transfer_stock.default`. */
  row: z.string().min(1).max(80),
  owner: Role.optional(),
  /** `false`: a person always decides. A condition: nobody decides only while it holds. */
  free: z.union([z.literal(false), Condition]).optional(),
  first: z.array(z.strictObject(line)).max(10).optional(),
  second: z
    .array(z.strictObject({ ...line, role: Role }))
    .max(10)
    .optional(),
  never: z
    .array(z.strictObject({ ...line, code: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/) }))
    .max(10)
    .optional(),
});
export type RowChange = z.infer<typeof RowChange>;

/** A tenant's own policy: thresholds and lines on top of the shipped table. It may only tighten. */
export const PolicyDocument = z.strictObject({
  v: z.literal(1),
  /** Named by every card and grant that it leads to; never used twice. */
  version: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/),
  /** Business time from which it holds; absent, or earlier than now = at once. */
  validFrom: Instant.optional(),
  note: visibleText(500).optional(),
  thresholds: z.strictObject(amounts).optional(),
  rows: z.array(RowChange).max(60).default([]),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;
