// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { StopBanner } from "../src/admin/stop-banner.tsx";
import { RequestRow } from "../src/requests/request-row.tsx";
import { WaitingBanner } from "../src/requests/waiting-banner.tsx";
import { aRequest } from "./support/a-request.ts";
import { type RenderOptions, render } from "./support/render.tsx";

const STOP = {
  id: "kil_1",
  action: "stop",
  reason: "odd moves out of Hamburg",
  askedBy: "admin.max",
  askedAt: "2026-12-07T09:00:00.000Z",
  expiresAt: "2026-12-07T09:10:00.000Z",
  confirmedBy: "admin.nora",
  confirmedAt: "2026-12-07T09:04:00.000Z",
  epoch: 5,
};
const answer =
  (stopped: boolean): RenderOptions["answer"] =>
  (call) =>
    call.path === "/v1/kill-switch"
      ? { body: { stopped, epoch: 5, pending: null, last: stopped ? STOP : { ...STOP, action: "resume" }, executors: [] } }
      : undefined;
const words = (): string => document.body.textContent ?? "";
const executing = aRequest({ status: "executing" });

describe("while a stop is in force, every page", () => {
  it.each([
    ["en", ["All execution is stopped.", "Asked by admin.max, confirmed by admin.nora, 7 Dec", "Reason: ", "Approved steps wait"]],
    ["de", ["Jede Ausführung ist angehalten.", "Verlangt von admin.max, bestätigt von admin.nora, 7. Dez.", "Grund: ", "Schritte warten"]],
  ] as const)("says who stopped it, since when, why, and what that means (%s)", async (language, sentences) => {
    await render(<StopBanner mayOpen />, { language, answer: answer(true) });
    for (const sentence of [...sentences, "odd moves out of Hamburg"]) expect(words()).toContain(sentence);
    expect(document.querySelector("a")?.getAttribute("href")).toBe("/stop");
  });

  it("leads only those to the switch who have that page", async () => {
    await render(<StopBanner mayOpen={false} />, { answer: answer(true) });
    expect(words()).toContain("All execution is stopped.");
    expect(document.querySelector("a")).toBeNull();
  });

  it("says nothing while execution runs, or while nobody could say", async () => {
    await render(<StopBanner mayOpen />, { answer: answer(false) });
    expect(document.querySelector("[data-stop-banner]")).toBeNull();
    await render(<StopBanner mayOpen />, { answer: () => ({ status: 503, body: { code: "unavailable", title: "", detail: "" } }) });
    expect(document.querySelector("[data-stop-banner]")).toBeNull();
  });
});

describe("a request that was approved", () => {
  it.each([
    ["en", "All execution is stopped. Approved steps wait", "execution is stopped", /being executed/i],
    ["de", "Jede Ausführung ist angehalten. Freigegebene Schritte warten", "Ausführung angehalten", /wird (gerade )?ausgeführt/i],
  ] as const)("waits, and is not called as being executed (%s)", async (language, sentence, status, never) => {
    await render(
      <>
        <WaitingBanner request={executing} />
        <RequestRow request={executing} />
      </>,
      { language, answer: answer(true) },
    );
    expect(words()).toContain(sentence);
    expect(words()).toContain(status);
    expect(words()).not.toMatch(never);
  });

  it("is being executed while execution runs", async () => {
    await render(<WaitingBanner request={executing} />, { answer: answer(false) });
    expect(words()).toContain("Being executed now.");
    expect(words()).not.toContain("stopped");
  });

  it("says before the decision that what is approved will wait", async () => {
    await render(<WaitingBanner request={aRequest({ status: "awaiting_approval" })} />, { answer: answer(true) });
    expect(words()).toContain("what is approved waits until it goes on");
  });
});
