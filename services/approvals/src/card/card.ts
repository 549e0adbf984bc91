import type { ChangeRow, JsonObject, Origin, PlanConflict } from "@quartermaster/shared/contracts";

/** What a person decides on. `hash` covers everything else in it; localised words, claim, comments and agent prose stay outside. */
export interface Card {
  headline: string;
  agent: string;
  tool: string;
  args: JsonObject;
  before: ChangeRow[];
  after: ChangeRow[];
  names: Record<string, string>;
  conflicts: Pick<PlanConflict, "code" | "severity" | "detail" | "records" | "values">[];
  /** By JSON pointer into args. */
  origins: Record<string, Origin>;
  tainted: boolean;
  taintSources: string[];
  onReject: string[];
  /** Text to type before approving; null below risk 3. */
  confirm: string | null;
  requester: string;
  slots: { role: string }[];
  decideBy: string;
  executeBy: string | null;
  hash: string;
}
