import { describe, expect, it } from "vitest";
import { createRandom } from "../src/random.ts";
import { readArgs } from "../src/read-args.ts";

describe("the arguments", () => {
  it("are read with what holds without them", () => {
    expect(readArgs([])).toEqual({ requests: 50, seed: 1, minutes: null, json: null });
    expect(readArgs(["--requests", "300", "--seed=7", "--minutes", "2", "--json", "out.json"])).toEqual({
      requests: 300,
      seed: 7,
      minutes: 2,
      json: "out.json",
    });
  });

  it.each([
    ["--requests", "0"],
    ["--seed", "x"],
    ["--minutes", "-1"],
    ["--nosuch", "1"],
  ])("are refused by name: %s %s", (name, value) => {
    expect(() => readArgs([name, value])).toThrow(name.slice(2));
  });
});

it("chooses the same with the same seed, and all there is to choose", () => {
  const chosen = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 200 }, () => random.pick(["a", "b", "c"]));
  };
  expect(chosen(7)).toEqual(chosen(7));
  expect(chosen(7)).not.toEqual(chosen(8));
  expect(new Set(chosen(7))).toEqual(new Set(["a", "b", "c"]));
});
