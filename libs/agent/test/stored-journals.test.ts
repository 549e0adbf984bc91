import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brief, JsonValue } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../src/agent/journal.ts";
import { createRecorder } from "../src/agent/recorder.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import type { ScriptedStep } from "../src/agent/scripted-model.ts";
import { applyEntry, emptyState, type TaskState } from "../src/agent/task-state.ts";
import { aLoop } from "./fixtures.ts";

/** A journal as a process of an earlier version wrote it, with what came of the task there. Never written again. */
interface StoredJournal {
  about: string;
  brief: Brief;
  /** What the model said, call by call. */
  script: ScriptedStep[];
  /** One row of the table each. */
  rows: JournalEntry[][];
  outcome: {
    end: { status: string; stopReason: string; answer: string | null };
    modelCalls: number;
    promptTokens: number;
    completionTokens: number;
    proposals: JsonValue[];
    reads: number;
    taintSources: string[];
    messages: JsonValue[];
  };
}

const FOLDER = join(import.meta.dirname, "journals");
const journals = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as StoredJournal);

function replay(rows: readonly JournalEntry[][]): TaskState {
  const state = emptyState();
  for (const entry of rows.flat()) applyEntry(state, entry);
  return state;
}
const proposalsOf = (state: TaskState) =>
  state.proposals.map(({ tool, args, ref, tainted, taintSources, origins }) => ({ tool, args, ref, tainted, taintSources, origins }));

describe.each(journals)("a journal from $about", { timeout: 30_000 }, ({ brief, script, rows, outcome }) => {
  it("gives the task back as it was", () => {
    const state = replay(rows);
    expect(state.messages).toEqual(outcome.messages);
    expect(proposalsOf(state)).toEqual(outcome.proposals);
    const { modelCalls, promptTokens, completionTokens, taintSources } = state;
    expect({ modelCalls, promptTokens, completionTokens, taintSources, reads: state.reads.length }).toEqual({
      modelCalls: outcome.modelCalls,
      promptTokens: outcome.promptTokens,
      completionTokens: outcome.completionTokens,
      taintSources: outcome.taintSources,
      reads: outcome.reads,
    });
  });

  it("goes on from every row to the same end, asking the model for nothing that it has answered", async () => {
    for (let saved = 0; saved <= rows.length; saved++) {
      const state = replay(rows.slice(0, saved));
      const answered = rows.slice(0, saved).flat();
      const run = aLoop(script.slice(answered.filter((entry) => entry.kind === "model").length), { brief, state });
      run.deps.recorder = createRecorder(state);
      const end = await runLoop(run.deps, state, run.signal);
      run.model.assertFinished();
      expect(end).toMatchObject(outcome.end);
      expect(proposalsOf(state)).toEqual(outcome.proposals);
      expect(state.reads).toHaveLength(outcome.reads);
      const lost = answered.filter((entry) => entry.kind === "lost").length;
      expect(state.modelCalls).toBe(script.length + lost);
    }
  });
});

it("journals of every version are there", () => {
  expect(journals.map((journal) => journal.about)).toEqual([
    "before prices and lost calls were written down",
    "before cut results had handles",
    "since cut results have handles",
  ]);
});
