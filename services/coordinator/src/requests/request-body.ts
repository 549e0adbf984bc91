import { Action, Language, visibleText } from "@quartermaster/shared/contracts";
import { z } from "zod";

const common = {
  threadId: z
    .string()
    .regex(/^thr_[0-9a-z]{26}$/)
    .optional(),
  language: Language.optional(),
  mode: z.enum(["execute", "dry_run", "exact"]).optional(),
  acknowledge: z
    .array(z.enum(["possible_duplicate", "same_units_promised_twice", "duplicate_of_inbound"]))
    .max(5)
    .optional(),
};

/** Body of `POST /v1/requests`: plain words, or known steps. Exactly one of the two. */
export const RequestBody = z
  .strictObject({ text: visibleText(8_000).optional(), actions: z.array(Action).min(1).max(30).optional(), ...common })
  .refine((body) => (body.text === undefined) !== (body.actions === undefined), { message: "give either text or actions", path: ["text"] });
export type RequestBody = z.infer<typeof RequestBody>;
