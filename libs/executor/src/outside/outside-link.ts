import type { ChangeRow, JsonObject } from "@quartermaster/shared/contracts";
import type { OutsideRecord, OutsideSystem } from "../adapter/outside-system.ts";

/** An outside system as one executor uses it. */
export interface OutsideLink {
  readonly system: OutsideSystem;
  /** Limit of one call to it, milliseconds. */
  readonly timeoutMs: number;
}

/** What a domain says about its effects when another system makes them. */
export interface OutsideMapping {
  /** Tools whose effect another system can make. */
  readonly tools: readonly string[];
  /** Those of them whose verdict the other party tells later, as an event. */
  readonly answeredLater: readonly string[];
  /** Our ids of what a tool makes here, by name; `newRecordId` gives the ids that the grant fixes. */
  idsOf(tool: string, newRecordId: (prefix: string, name: string) => string): Record<string, string>;
  /** The record whose version the effect is bound to; null when the system makes something new. */
  selectorOf(tool: string, content: JsonObject): { kind: string; id: string } | null;
  /**
   * Compares the record with what people approved. Gives what differs, or null.
   * @throws AppError quantity_not_exact
   */
  differenceOf(record: OutsideRecord, before: readonly ChangeRow[], content: JsonObject): string | null;
  /** Records there that must not contradict an effect which itself stays here; absent = none. */
  witnessesOf?(tool: string, content: JsonObject): { kind: string; id: string }[];
  /** What such a record says against the effect, or null. */
  contradictionOf?(record: OutsideRecord, content: JsonObject): { code: string; detail: string } | null;
}
