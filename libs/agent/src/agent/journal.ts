import type { JsonValue, Proposal, Question, RememberedFact, Snapshot } from "@quartermaster/shared/contracts";
import type { CallLease } from "./budget.ts";
import type { AssistantTurn } from "./model.ts";
import type { MorePart } from "./more-handles.ts";

/** A free text of a record, kept from the model behind a handle. */
export interface TextHandle {
  handle: string;
  record: string;
  field: string;
  value: string;
}

/** One paid model call. */
export interface ModelEntry {
  kind: "model";
  at: string;
  ms: number;
  model: string;
  turn: AssistantTurn;
  promptTokens: number;
  completionTokens: number;
  /** The server did not count; bytes / 3. */
  estimated: boolean;
  /** Missing in journals from before prices were known. */
  costMicros?: number;
}

/** A model call whose answer was lost with the process that waited for it: paid in full, as nobody can say otherwise. */
export interface LostEntry extends CallLease {
  kind: "lost";
  at: string;
}

/** One tool call with what came of it. */
export interface ToolEntry {
  kind: "tool";
  at: string;
  ms: number;
  callId: string;
  tool: string;
  effect: "read" | "propose" | "runtime" | "unknown";
  args: JsonValue;
  ok: boolean;
  code: string | null;
  /** What the model is shown. */
  output: JsonValue;
  /** The whole result of a read, for the answer. */
  result: JsonValue;
  records: Snapshot[];
  proposal: Proposal | null;
  texts: TextHandle[];
  /** Parts of the result that were cut and can be read on. Missing in journals from before results had handles. */
  more?: MorePart[];
  /** Free texts that this call opened, as `<record>#<field>`. */
  taint: string[];
  /** Handles of free texts that this call both brought and showed. Missing where none was, and in older journals. */
  opened?: string[];
  /** An argument of the call came from free text only, so its records prove nothing about where a value is from. */
  untrustedArgs: boolean;
  question: Question | null;
  /** A fact about the user that this call asked to keep. Missing in older journals. */
  remembered?: RememberedFact;
  refusal: { code: string; detail: string } | null;
  /** Id of the program's call, for a call that a program made; the model saw the program's result only. */
  parent?: string;
}

/** A word from the runtime to the model: a nudge or a request to repair. */
export interface NoteEntry {
  kind: "note";
  at: string;
  reason: "repetition" | "empty_answer" | "truncated" | "text_call" | "prompt_echo";
  text: string;
}

export type JournalEntry = ModelEntry | ToolEntry | NoteEntry | LostEntry;

/** Where a task's steps are kept. */
export interface Journal {
  /**
   * Stores entries after those stored before. MUST fail with `lease_lost` when another replica owns the task.
   * What it stored is never asked of the model again.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Notes what the next model call may take, before it is made; the next `append` settles it. MUST fail with `lease_lost` when
   * another replica owns the task.
   */
  reserve(lease: CallLease): Promise<void>;
}
