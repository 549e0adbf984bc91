import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldValues, threadField } from "../../src/threads/thread-fields.ts";
import { EMPTY_THREAD, reduceThread, type ThreadChange, type ThreadRecord } from "../../src/threads/thread-reducers.ts";

const NOW = new Date("2026-12-07T09:00:00.000Z");
const role = fc.constantFrom("user" as const, "assistant" as const);
const field = fc.string().map((value) => threadField(value, "req_1", NOW, 30));
const change: fc.Arbitrary<ThreadChange> = fc.record(
  {
    language: fc.constantFrom("en", "de", null),
    fields: fc.dictionary(fc.constantFrom("site", "lastEntities", "name"), field),
    summary: fc.constantFrom("earlier", null),
    message: fc.record({ role, text: fc.string() }),
  },
  { requiredKeys: [] },
);
const replay = (changes: readonly ThreadChange[], from: ThreadRecord = EMPTY_THREAD) => changes.reduce(reduceThread, from);

describe("the reducers of a thread", () => {
  it("give the same record however often the changes are replayed, in one go or from any checkpoint", () => {
    fc.assert(
      fc.property(fc.array(change), fc.nat(), (changes, at) => {
        const cut = changes.length === 0 ? 0 : at % changes.length;
        expect(replay(changes.slice(cut), replay(changes.slice(0, cut)))).toEqual(replay(changes));
        expect(replay(changes)).toEqual(replay(changes));
      }),
    );
  });

  it("append every message in order and overwrite a field only by what is given", () => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const record = replay(changes);
        expect(record.messages).toEqual(changes.flatMap((one) => one.message ?? []));
        for (const key of ["language", "summary"] as const)
          expect(record[key]).toBe(changes.findLast((one) => typeof one[key] === "string")?.[key] ?? null);
        for (const key of ["site", "lastEntities", "name"]) {
          expect(record.fields[key]).toBe(
            changes.findLast((one) => one.fields !== undefined && Object.hasOwn(one.fields, key))?.fields?.[key],
          );
        }
      }),
    );
  });

  it("take changes of different fields in any order to the same record", () => {
    fc.assert(
      fc.property(field, fc.string(), (site, text) => {
        const changes: ThreadChange[] = [
          { language: "de" },
          { fields: { site } },
          { summary: "earlier" },
          { message: { role: "user", text } },
        ];
        const record = replay(changes);
        fc.assert(
          fc.property(fc.shuffledSubarray(changes, { minLength: changes.length }), (shuffled) => {
            expect(replay(shuffled)).toEqual(record);
          }),
          { numRuns: 10 },
        );
      }),
      { numRuns: 20 },
    );
  });

  it("leave the record untouched that they are given", () => {
    const site = threadField("LOC-HAM", "req_1", NOW, 30);
    const name = threadField("Anna", "req_2", NOW, 30);
    const before = Object.freeze({ ...EMPTY_THREAD, fields: Object.freeze({ site }) });
    expect(reduceThread(before, {})).toEqual(before);
    expect(reduceThread(before, { fields: { name } }).fields).toEqual({ site, name });
  });
});

describe("the fields of a thread", () => {
  it("say where a value is from and when it ends, and are not given out after that", () => {
    const stored = { site: threadField("LOC-HAM", "req_1", NOW, 30), old: "stored before sources were kept" };
    expect(stored.site).toEqual({
      value: "LOC-HAM",
      source: { by: "requester", requestId: "req_1" },
      at: "2026-12-07T09:00:00.000Z",
      expiresAt: "2027-01-06T09:00:00.000Z",
    });
    expect(fieldValues(stored as never, NOW)).toEqual({ site: "LOC-HAM", old: "stored before sources were kept" });
    expect(fieldValues(stored as never, new Date("2027-01-06T09:00:00.000Z"))).toEqual({ old: "stored before sources were kept" });
  });
});
