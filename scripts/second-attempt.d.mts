/** What is read of vitest's JSON report. */
export interface TestReport {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  numTotalTests: number;
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
}
export function filesToRepeat(report: TestReport): string[];
export function withSecondAttempt(
  first: TestReport,
  second: TestReport,
): { report: TestReport; unsteady: { file: string; test: string }[] };
