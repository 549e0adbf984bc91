// A test that fails beside the others gets a second attempt alone, in CI only. Whole stacks share two cores there, and one late timer
// must not hide what else was found. What passed only then is named, so that it can be mended; what fails twice fails.

/** More failing files than these are no accident: nothing is run again. */
const MOST_FILES = 5;

/**
 * Test files of a report that failed, when they are few enough to be run again.
 * @param report vitest's JSON report.
 * @returns absolute paths; empty when nothing failed or too much.
 */
export function filesToRepeat(report) {
  const files = report.testResults.filter((file) => file.status === "failed").map((file) => file.name);
  return files.length > MOST_FILES ? [] : files;
}

const failedTests = (file) => file.assertionResults.filter((test) => test.status === "failed").map((test) => test.fullName);

/**
 * The report of both attempts: a repeated file counts by its second one.
 * @returns `report`, with the counts made anew, and `unsteady`: what failed first and passed then, by file and test.
 */
export function withSecondAttempt(first, second) {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => again.get(file.name) ?? file);
  const tests = testResults.flatMap((file) => file.assertionResults);
  const count = (status) => tests.filter((test) => test.status === status).length;
  const unsteady = first.testResults
    .filter((file) => file.status === "failed" && again.get(file.name)?.status === "passed")
    .flatMap((file) => {
      const names = failedTests(file);
      return (names.length > 0 ? names : ["the file as a whole"]).map((test) => ({ file: file.name, test }));
    });
  const report = {
    ...first,
    testResults,
    numTotalTests: tests.length,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    success: testResults.every((file) => file.status === "passed"),
  };
  return { report, unsteady };
}
