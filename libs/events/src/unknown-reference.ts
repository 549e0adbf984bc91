import { AppError } from "@quartermaster/shared/errors";

/**
 * An event names a reference of ours under which nothing was sent. What else the event names says nothing about an effect that is on
 * its way: the event is about another sending, which may be one that is forgotten here.
 */
export class UnknownReference extends AppError {
  readonly reference: string;

  constructor(reference: string, detail: string) {
    super("unknown_record", { detail });
    this.reference = reference;
  }
}
