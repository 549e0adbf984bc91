import { describe, expect, it } from "vitest";
import { readArgs } from "../src/read-args.ts";

describe("the arguments of a simulation", () => {
  it("names how many seeds from where", () => {
    expect(readArgs(["--seeds", "10000", "--from", "42", "--workers", "2"])).toEqual({ seeds: 10_000, from: 42, workers: 2, trace: false });
  });

  it.each([
    ["--seeds", "0"],
    ["--seeds", "many"],
    ["--from", "-1"],
    ["--workers", "0"],
    ["--sedes", "7"],
  ])("refuses %s %s", (...argv) => {
    expect(() => readArgs(argv)).toThrow();
  });
});
