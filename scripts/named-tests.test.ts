import { describe, expect, it } from "vitest";
import { CONFLICTS } from "../services/coordinator/src/merge/conflict-table.ts";
import { fileText, missingTest, tableRows } from "./named-tests.ts";

const codeOf = (cell: string): string => cell.replaceAll("`", "");

describe("docs/conflicts.md", () => {
  const rows = tableRows("docs/conflicts.md").filter((row) => row[0]?.startsWith("`"));

  it("lists every conflict of the table, with its severity and what is done, and no other", () => {
    const listed = rows.map(([code = "", stage, severity, resolution]) => [codeOf(code), { stage, severity, resolution }]);
    expect(Object.fromEntries(listed)).toEqual(CONFLICTS);
    expect(listed).toHaveLength(Object.keys(CONFLICTS).length);
  });

  it("names for every conflict a file that finds it", () => {
    const missing = rows.filter(([code = "", , , , file = ""]) => !fileText(codeOf(file))?.includes(`"${codeOf(code)}"`));
    expect(missing.map(([code]) => code)).toEqual([]);
  });

  it("names for every conflict a test that exists and speaks of it", () => {
    const missing = rows.flatMap(([code = "", , , , , test = ""]) => {
      const problem = missingTest(test);
      if (problem !== null) return [problem];
      return fileText(/^`([^`]+)`/.exec(test)?.[1] ?? "")?.includes(codeOf(code)) ? [] : [`${test} does not speak of ${code}`];
    });
    expect(missing).toEqual([]);
  });

  it("would notice a test that is not there", () => {
    expect(missingTest("`scripts/named-tests.test.ts`: would notice a test that is not there")).toBeNull();
    expect(missingTest("`scripts/named-tests.test.ts`: no test has this title, it is only mentioned")).not.toBeNull();
    expect(missingTest("`scripts/no-such-file.test.ts`: anything")).not.toBeNull();
  });
});

describe("docs/public-issues.md", () => {
  const rows = tableRows("docs/public-issues.md").filter((row) => row[0]?.startsWith("["));

  it("names for each of its 24 issues a test that exists", () => {
    expect(rows).toHaveLength(24);
    expect(rows.flatMap(([, , test = ""]) => missingTest(test) ?? [])).toEqual([]);
    expect(new Set(rows.map(([, , test]) => test)).size).toBe(24);
  });
});
