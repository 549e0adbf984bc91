import { z } from "zod";

const TIMEOUT_MS = 15_000;

const Problem = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** Where approvals answers, and as whom. */
export interface ApprovalsOptions {
  /** Origin of the approvals service. */
  url: string;
  /** Access token of an admin, made for approvals. */
  token: string;
}

/** What happened, as lines for a terminal; `ok` false when nothing was done. */
export interface CommandResult {
  ok: boolean;
  lines: string[];
}

/** An answer of approvals: its body, or the lines that say why not. */
export type Answer = { ok: true; status: number; body: unknown } | { ok: false; lines: string[] };

const problemLines = (problem: z.infer<typeof Problem>): string[] => [
  `${problem.code}: ${problem.title}`,
  ...(problem.errors?.map((error) => `  ${error.path}: ${error.message}`) ?? (problem.detail ? [`  ${problem.detail}`] : [])),
];

/** Calls approvals once. @throws when it does not answer in time or not in its own form. */
export async function callApprovals(
  options: ApprovalsOptions,
  method: "GET" | "POST",
  path: string,
  body: string | null = null,
): Promise<Answer> {
  const response = await fetch(new URL(path, options.url), {
    method,
    headers: { authorization: `Bearer ${options.token}`, ...(body === null ? {} : { "content-type": "application/json" }) },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  return response.ok ? { ok: true, status: response.status, body: answer } : { ok: false, lines: problemLines(Problem.parse(answer)) };
}
