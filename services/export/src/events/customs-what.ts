import { z } from "zod";

const Id = z.string().min(1).max(120);

/** Which declaration an event is about, and the number that customs gave it. */
export const CustomsWhat = z
  .strictObject({
    declarationId: Id.optional(),
    /** Reference under which we asked. */
    ourReference: Id.optional(),
    lrn: Id.optional(),
    mrn: z
      .string()
      .regex(/^\d{2}[A-Z]{2}[A-Z0-9]{14}$/, "18 characters: year, country, 14 of A-Z and 0-9")
      .optional(),
    itn: z
      .string()
      .regex(/^X[A-Z0-9]{14}$/, "X and 14 characters")
      .optional(),
  })
  .refine((what) => Object.values(what).some((value) => value !== undefined), "name the declaration");
export type CustomsWhat = z.infer<typeof CustomsWhat>;
