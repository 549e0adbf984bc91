import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockHolder, lockHome } from "../src/home/home-lock.ts";
import { startTicksOf } from "../src/home/process-identity.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "qm-lock-"));
  path = join(folder, "launcher.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const leave = (record: object) => writeFileSync(path, JSON.stringify({ port: 8080, startedAt: "2026-12-07T09:00:00Z", ...record }));

describe("the lock of a data folder", () => {
  it("names the folder, the port and the ways out to a second start", () => {
    const lock = lockHome(path, 8080);
    expect(() => lockHome(path, 9080)).toThrow(new RegExp(`${folder}.*8080.*QM_HOME.*QM_HTTP_PORT`, "s"));
    lock.release();
    expect(existsSync(path)).toBe(false);
  });
  it("is taken over from a process that is dead", () => {
    leave({ pid: 2 ** 22 + 1, startTicks: "1" });
    lockHome(path, 8080);
    expect(lockHolder(path)?.pid).toBe(process.pid);
  });
  it("is taken over when the number now belongs to another process", () => {
    leave({ pid: process.pid, startTicks: `${Number(startTicksOf(process.pid) ?? "0") + 7}` });
    lockHome(path, 8080);
    expect(lockHolder(path)?.startTicks).toBe(startTicksOf(process.pid));
  });
  it("is taken over when a crash left half a file", () => {
    writeFileSync(path, '{"pid":');
    lockHome(path, 8080);
    expect(lockHolder(path)?.pid).toBe(process.pid);
  });
});
