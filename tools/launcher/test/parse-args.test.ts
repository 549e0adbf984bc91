import { describe, expect, it } from "vitest";
import { parseArgs } from "../src/cli/parse-args.ts";

describe("the launcher's command line", () => {
  it("starts one of everything when nothing is asked for", () => {
    expect(parseArgs(["start"])).toEqual({
      command: "start",
      fresh: false,
      simulatedParties: false,
      only: null,
      scale: { coordinator: 1, approvals: 1, supply: 1, transit: 1, export: 1 },
    });
  });
  it("takes --scale several times, with a space or an equals sign", () => {
    const args = parseArgs(["start", "--scale", "supply=2", "--scale=coordinator=3", "--fresh"]);
    expect(args.scale).toMatchObject({ supply: 2, coordinator: 3, transit: 1 });
    expect(parseArgs(["start", "--scale", "supply=2,approvals=3"]).scale).toMatchObject({ supply: 2, approvals: 3, transit: 1 });
    expect(args.fresh).toBe(true);
  });
  it.each([
    [["start", "--scale", "supply=11"], "1 to 10"],
    [["start", "--scale", "postgres=2"], "knows coordinator"],
    [["start", "--scale"], "knows coordinator"],
    [["start", "--frehs"], "unknown option"],
    [["strat"], "unknown command"],
  ])("refuses %j and says what is possible", (argv, words) => {
    expect(() => parseArgs(argv)).toThrow(words);
  });
});
