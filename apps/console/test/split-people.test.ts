import { describe, expect, it } from "vitest";
import { splitPeople } from "../src/session/split-people.ts";

describe("the people of the sign-in page", () => {
  const people = ["audit.lena", "buyer.emil", "stock.ben", "planner.anna"].map((id) => ({ id }));
  const names = (list: { id: string }[]): string[] => list.map(({ id }) => id);

  it("start with those that a newcomer needs, in that order, and leave nobody out", () => {
    const { first, others } = splitPeople(people, ["planner.anna", "stock.ben", "audit.lena"]);
    expect(names(first)).toEqual(["planner.anna", "stock.ben", "audit.lena"]);
    expect(names(others)).toEqual(["buyer.emil"]);
  });

  it("are all among the others where none of the first names is known", () => {
    expect(splitPeople(people, ["nobody"])).toEqual({ first: [], others: people });
  });
});
