import { z } from "zod";

/**
 * A whole number in a query, in decimal digits only: `0x10`, `1e2`, ` 5` and an empty value are refused, where a conversion would
 * take them for numbers that nobody wrote.
 */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,14})$/, "must be a whole number in decimal digits")
    .transform(Number)
    .pipe(z.number().min(min).max(max));
