import { expect, it } from "vitest";
import { PolicyArgs } from "../src/policy/policy-args.ts";

const paths = (args: unknown) => PolicyArgs.safeParse(args).error?.issues.map(({ path }) => path.join("/")) ?? [];

it("takes amounts as tools take them, and names the place of any other", () => {
  expect(paths({ quantity: "60", lines: [{ quantity: "0.5" }], uom: "PCE" })).toEqual([]);
  for (const quantity of ["1e9", "-1", "NaN", "", " 5", 5, { $ref: "x" }]) expect(paths({ quantity })).toEqual(["quantity"]);
  expect(paths({ countedQuantity: "1e9", lines: [{ quantity: "1" }, { quantity: "١" }] })).toEqual(["countedQuantity", "lines/1/quantity"]);
});
