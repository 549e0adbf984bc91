import { describe, expect, it } from "vitest";
import { formatEvent, parseLastEventId } from "../src/events/sse.ts";

describe("the event stream", () => {
  it("writes number, name and data on lines of their own", () => {
    expect(formatEvent({ id: 7, name: "plan.ready", data: { text: "two\nlines" } })).toBe(
      'id: 7\nevent: plan.ready\ndata: {"text":"two\\nlines"}\n\n',
    );
  });

  it("replays from the start after an id that is none of ours", () => {
    expect(parseLastEventId(undefined, 12)).toBe(0);
    expect(parseLastEventId("abc", 12)).toBe(0);
    expect(parseLastEventId("12", 12)).toBe(12);
    expect(parseLastEventId("13", 12)).toBe(0);
  });
});
