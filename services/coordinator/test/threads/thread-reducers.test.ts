import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_THREAD, reduceThread, type ThreadChange } from "../../src/threads/thread-reducers.ts";

const role = fc.constantFrom("user" as const, "assistant" as const);
const change: fc.Arbitrary<ThreadChange> = fc.record(
  {
    language: fc.constantFrom("en", "de", null),
    fields: fc.dictionary(fc.constantFrom("site", "lastEntities", "name"), fc.string()),
    message: fc.record({ role, text: fc.string() }),
  },
  { requiredKeys: [] },
);
const replay = (changes: readonly ThreadChange[], from = EMPTY_THREAD) => changes.reduce(reduceThread, from);

describe("the reducers of a thread", () => {
  it("give the same record however often the changes are replayed, in one go or from any checkpoint", () => {
    fc.assert(
      fc.property(fc.array(change), fc.nat(), (changes, at) => {
        const cut = changes.length === 0 ? 0 : at % changes.length;
        expect(replay(changes.slice(cut), replay(changes.slice(0, cut)))).toEqual(replay(changes));
      }),
    );
  });

  it("append every message in order and overwrite a field only by what is given", () => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const record = replay(changes);
        expect(record.messages).toEqual(changes.flatMap((one) => one.message ?? []));
        expect(record.language).toBe(changes.findLast((one) => typeof one.language === "string")?.language ?? null);
        for (const key of ["site", "lastEntities", "name"]) {
          expect(record.fields[key]).toBe(
            changes.findLast((one) => one.fields !== undefined && Object.hasOwn(one.fields, key))?.fields?.[key],
          );
        }
      }),
    );
  });

  it("leave the record untouched that they are given", () => {
    const before = Object.freeze({ ...EMPTY_THREAD, fields: Object.freeze({ site: "LOC-HAM" }) });
    expect(reduceThread(before, {})).toEqual(before);
    expect(reduceThread(before, { fields: { name: "Anna" } }).fields).toEqual({ site: "LOC-HAM", name: "Anna" });
  });
});
