import { LaunchError } from "../launch-error.ts";

/** Something that the demo promises did not happen; the message names it. */
export class DemoFailure extends LaunchError {
  constructor(message: string) {
    super(message);
    this.name = "DemoFailure";
  }
}

/** @throws DemoFailure with the sentence when it is not so. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new DemoFailure(otherwise);
}

/** What an unexpected answer says, short. */
export const describe = (answer: { status: number; body: unknown }): string =>
  `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
