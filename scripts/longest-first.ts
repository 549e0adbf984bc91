import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more, the longest first; a fresh clone has no times of an earlier run to go by. */
const LONGEST = [
  "e2e/kill-rounds.e2e.test.ts",
  "e2e/recovery.e2e.test.ts",
  "services/supply/test/executor-kill.int.test.ts",
  "libs/agent/test/kill-boundaries.int.test.ts",
  "services/coordinator/test/bus-loss.int.test.ts",
];

/** Starts the files that take longest first, so that no worker is left with one of them while the others have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index === -1 ? LONGEST.length : index;
    };
    // The order of the projects is kept by vitest itself, which runs one group after the other.
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
