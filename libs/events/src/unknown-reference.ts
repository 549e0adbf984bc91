import { AppError } from "@quartermaster/shared/errors";

/**
 * An event names a reference of ours under which nothing was sent, or an id under which there is no record. This one may belong to an
 * effect that is on its way; what else the event names exists, or is wrong, and says nothing about any.
 */
export class UnknownReference extends AppError {
  /** The reference or id that is missing. */
  readonly reference: string;

  constructor(reference: string, detail: string) {
    super("unknown_record", { detail });
    this.reference = reference;
  }
}
