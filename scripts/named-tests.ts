import { readFileSync } from "node:fs";

const ROOT = new URL("..", import.meta.url);

/** Text of a file of the repository, or null. */
export function fileText(path: string): string | null {
  try {
    return readFileSync(new URL(path, ROOT), "utf8");
  } catch {
    return null;
  }
}

/** Rows of every table of a page: the cells of each line that starts with a bar, without headings and rules. */
export function tableRows(page: string): string[][] {
  return (fileText(page) ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Why the test that a cell names (`path`: title) is not there, or null. Titles are compared as they stand in the file. */
export function missingTest(cell: string): string | null {
  const [, path = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  const text = path === "" ? null : fileText(path);
  if (text === null) return `no such file: ${cell}`;
  const isTitle = [`"${title}"`, `\`${title}\``].some((quoted) => {
    const at = text.indexOf(quoted);
    // The first argument of it(…), or of the function that it.each(…) gives.
    return at >= 0 && /(\bit|\))\($/.test(text.slice(0, at).trimEnd());
  });
  return isTitle ? null : `no such test: ${cell}`;
}
