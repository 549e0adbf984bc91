import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUS_USERS, isBusKey } from "@quartermaster/shared/bus";
import { describe, expect, it } from "vitest";
import { type HomePaths, homePaths } from "../src/home/home-paths.ts";
import { loadBusKeys } from "../src/nats/bus-keys.ts";

const USER = BUS_USERS[0] ?? "";

function inHome(work: (paths: HomePaths) => void): void {
  const home = mkdtempSync(join(tmpdir(), "qm-home-"));
  try {
    work(homePaths(home));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
const arePairs = (paths: HomePaths, keys: Record<string, string>): boolean =>
  BUS_USERS.every((user) => isBusKey({ seed: readFileSync(paths.nkeySeed(user), "utf8"), publicKey: keys[user] ?? "" }));

describe("keys of the bus users", () => {
  it("stay over a start", () => {
    inHome((paths) => {
      const first = loadBusKeys(paths);
      expect(arePairs(paths, first)).toBe(true);
      expect(loadBusKeys(paths)).toEqual(first);
    });
  });

  it.each(["half a seed", "another seed"])("are made anew when a process that died left %s", (left) => {
    inHome((paths) => {
      loadBusKeys(paths);
      const path = paths.nkeySeed(USER);
      const text =
        left === "half a seed" ? readFileSync(path, "utf8").slice(0, 20) : readFileSync(paths.nkeySeed(BUS_USERS[1] ?? ""), "utf8");
      rmSync(path);
      writeFileSync(path, text, { mode: 0o400 });
      expect(arePairs(paths, loadBusKeys(paths))).toBe(true);
    });
  });

  it("are made anew when it died before the public ones were stored; a file of mode 0400 cannot be written over", () => {
    inHome((paths) => {
      loadBusKeys(paths);
      rmSync(join(paths.nats, "public-keys.json"));
      const { ino } = statSync(paths.nkeySeed(USER));
      expect(arePairs(paths, loadBusKeys(paths))).toBe(true);
      expect(statSync(paths.nkeySeed(USER))).not.toMatchObject({ ino });
    });
  });
});
