import type { JsonObject } from "@quartermaster/shared/contracts";

/** A conflict code of the domain with what was compared. */
export interface Problem {
  code: string;
  severity: "ask" | "warn";
  detail: string;
  records: string[];
  values: JsonObject;
}

/** Arguments that name nothing, or something that does not fit. */
export interface Rejection {
  ok: false;
  code: string;
  hint: string;
  path?: string;
}

export const reject = (code: string, hint: string, path?: string): Rejection => ({
  ok: false,
  code,
  hint,
  ...(path === undefined ? {} : { path }),
});
