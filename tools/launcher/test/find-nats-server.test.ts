import { describe, expect, it } from "vitest";
import { readVersion, searchFolders } from "../src/nats/find-nats-server.ts";
import { checksumOf, releaseFor } from "../src/nats/release.ts";

describe("finding a nats-server", () => {
  it("looks on the PATH first, then in the usual places, each once", () => {
    const folders = searchFolders("/opt/own:/usr/sbin:");
    expect(folders.slice(0, 2)).toEqual(["/opt/own", "/usr/sbin"]);
    expect(folders.filter((folder) => folder === "/usr/sbin")).toHaveLength(1);
    expect(folders).toContain("/usr/local/bin");
  });
  it.each([
    ["nats-server: v2.9.10", "2.9.10"],
    ["nats-server: v2.10.0", "2.10.0"],
    ["nats-server: v2.15.1", "2.15.1"],
    ["nats-server: v2.9.9", null],
    ["nats-server: v1.4.1", null],
    ["something else", null],
  ])("reads %j as %j", (text, version) => {
    expect(readVersion(text)).toBe(version);
  });
  it("names the official archive of a platform, and knows where there is none", () => {
    expect(releaseFor("linux", "x64")?.url).toMatch(
      /^https:\/\/github\.com\/nats-io\/nats-server\/releases\/download\/v[\d.]+\/nats-server-v[\d.]+-linux-amd64\.tar\.gz$/,
    );
    expect(releaseFor("sunos", "x64")).toBeNull();
  });
  it("takes the checksum of exactly that file", () => {
    const hash = "a".repeat(64);
    expect(checksumOf(`${"b".repeat(64)}  other.tar.gz\n${hash}  mine.tar.gz\n`, "mine.tar.gz")).toBe(hash);
    expect(checksumOf("short  mine.tar.gz", "mine.tar.gz")).toBeNull();
  });
});
