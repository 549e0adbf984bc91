import { describe, expect, it } from "vitest";
import { filesToRepeat, type TestReport, withSecondAttempt } from "./second-attempt.mjs";

const file = (name: string, tests: Record<string, "passed" | "failed" | "skipped">) => ({
  name,
  status: Object.values(tests).includes("failed") ? "failed" : "passed",
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
});
/** A file whose tests could not even be collected. */
const broken = (name: string) => ({ name, status: "failed", assertionResults: [] as [] });
const report = (...testResults: TestReport["testResults"]) => ({
  testResults,
  numTotalTests: 0,
  numPassedTests: 0,
  numFailedTests: 0,
  success: false,
});

describe("a second attempt", () => {
  it("is for failed files only, and for none when many failed", () => {
    expect(filesToRepeat(report(file("/a", { x: "passed" }), file("/b", { y: "failed" }), broken("/c")))).toEqual(["/b", "/c"]);
    expect(filesToRepeat(report(...Array.from({ length: 6 }, (_, at) => file(`/${at}`, { x: "failed" }))))).toEqual([]);
  });

  it("counts by the second one and names what passed only then", () => {
    const first = report(file("/a", { x: "passed", s: "skipped" }), file("/b", { y: "failed", z: "passed" }), broken("/c"));
    const merged = withSecondAttempt(first, report(file("/b", { y: "passed", z: "passed" }), file("/c", { v: "passed" })));
    expect(merged.unsteady).toEqual([
      { file: "/b", test: "y" },
      { file: "/c", test: "the file as a whole" },
    ]);
    expect(merged.report).toMatchObject({ numTotalTests: 5, numPassedTests: 4, numFailedTests: 0, success: true });
  });

  it("lets fail what fails twice, and what the second attempt did not run", () => {
    const first = report(file("/a", { x: "failed" }), file("/b", { y: "failed" }), broken("/c"));
    const merged = withSecondAttempt(first, report(file("/a", { x: "failed" }), broken("/c")));
    expect(merged.unsteady).toEqual([]);
    expect(merged.report).toMatchObject({ numFailedTests: 2, success: false });
  });
});
