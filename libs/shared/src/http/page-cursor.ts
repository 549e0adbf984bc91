import { z } from "zod";
import { AppError } from "../errors/index.ts";

const MOST_CHARS = 500;

/** Query value of a cursor; what it holds is read by `read` of the list's own cursor. */
export const CursorText = z.string().min(1).max(MOST_CHARS);

/** The refusal of a cursor that this list never gave. */
export const invalidCursor = (cause?: unknown): AppError =>
  new AppError("invalid_request", {
    detail: "the cursor is not valid",
    errors: [{ path: "querystring:/cursor", message: "not valid" }],
    cause,
  });

/**
 * Opaque text for the place after which a page begins. A cursor comes back from outside: what `place` does not take is refused, so
 * that no value reaches the database which it cannot compare.
 */
export function pageCursor<T extends z.ZodType>(place: T) {
  return {
    write: (value: z.infer<T>): string => Buffer.from(JSON.stringify(value)).toString("base64url"),
    /** @throws AppError invalid_request naming the cursor */
    read(text: string): z.infer<T> {
      try {
        return place.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
      } catch (cause) {
        throw invalidCursor(cause);
      }
    },
  };
}
