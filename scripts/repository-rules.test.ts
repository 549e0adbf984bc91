import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FAULT_POINTS } from "../libs/shared/src/faults/index.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const tracked = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const sources = tracked.filter((file) => /^(libs|services|apps|tools)\/[^/]+\/src\/.*\.(ts|tsx)$/.test(file));

describe("the repository", () => {
  it("keeps every source file under 300 lines", () => {
    // Message catalogues are tables: one line a sentence, the same keys in every language.
    const tables = /^(apps\/console\/src\/messages\/[a-z]{2}|libs\/language\/src\/codes\/code-sentences)\.ts$/;
    const long = sources.filter((file) => read(file).split("\n").length > 300 && !tables.test(file));
    expect(long).toEqual([]);
  });

  it("has no folder or file for odds and ends", () => {
    expect(sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|lib)(\/|\.tsx?$)/.test(file.replace(/^libs\//, "")))).toEqual([]);
  });

  it("uses every fault point in a test", () => {
    const tests = tracked
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map(read)
      .join("\n");
    expect(FAULT_POINTS.filter((point) => !tests.includes(point))).toEqual([]);
  });

  it("reaches every fault point somewhere in the code", () => {
    const code = sources
      .filter((file) => !file.includes("/faults/"))
      .map(read)
      .join("\n");
    expect(FAULT_POINTS.filter((point) => !code.includes(`"${point}"`))).toEqual([]);
  });

  it("leaves no mark of unfinished work", () => {
    const marks = tracked.filter((file) => /\.(ts|tsx|mjs|sql|md|sh)$/.test(file) && !file.endsWith("repository-rules.test.ts"));
    expect(marks.filter((file) => /\b(TODO|FIXME|XXX|HACK)\b/.test(read(file)))).toEqual([]);
  });

  it("never skips or singles out a test", () => {
    const tests = tracked.filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith("repository-rules.test.ts"));
    expect(tests.filter((file) => /\b(it|test|describe)\.(only|skip|todo|skipIf|runIf|fails)\b/.test(read(file)))).toEqual([]);
  });

  it("never imports across services", () => {
    const crossing = sources.filter((file) => {
      const service = /^services\/([^/]+)\//.exec(file)?.[1];
      if (!service) return false;
      return [...read(file).matchAll(/from "([^"]+)"/g)].some(
        ([, from = ""]) =>
          /^@quartermaster\/(coordinator|approvals|supply|transit|export)\b/.test(from) || /\.\.\/\.\.\/\.\.\/[a-z]+\/src/.test(from),
      );
    });
    expect(crossing).toEqual([]);
  });
});
