import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

const foldersOf = (group: string): string[] =>
  readdirSync(join(ROOT, group))
    .map((name) => join(group, name, "migrations"))
    .filter((folder) => existsSync(join(ROOT, folder)));

it("gives every migration of a folder a number of its own, without a gap: their order is the number's", () => {
  const folders = [...foldersOf("services"), ...foldersOf("libs")];
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of folders) {
    const numbers = readdirSync(join(ROOT, folder))
      .map((name) => Number(name.slice(0, 4)))
      .sort((a, b) => a - b);
    expect([folder, ...numbers]).toEqual([folder, ...numbers.map((_, index) => index + 1)]);
  }
});
