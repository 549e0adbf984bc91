import { NakLater } from "@quartermaster/shared/bus";
import { AppError } from "@quartermaster/shared/errors";

/** Failures that the product names itself or that the simulated database caused; anything else is a fault of somebody. */
export function isExpected(error: unknown): boolean {
  if (error instanceof NakLater) return true;
  if (AppError.isInstance(error)) return error.code !== "internal";
  return typeof error === "object" && error !== null && "code" in error && ["08006", "40P01"].includes(String(error.code));
}
