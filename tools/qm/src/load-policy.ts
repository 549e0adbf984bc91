import { readFileSync } from "node:fs";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";

const TIMEOUT_MS = 15_000;

const Loaded = z.object({ version: z.string(), validFrom: z.string(), author: z.string(), hash: z.string() });
const Problem = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export interface LoadOptions {
  /** JSON file with the document. */
  file: string;
  /** Origin of the approvals service. */
  url: string;
  /** Access token of an admin, made for approvals. */
  token: string;
}

/** What happened, as lines for a terminal; `ok` false when nothing was loaded. */
export interface LoadResult {
  ok: boolean;
  lines: string[];
}

const problemLines = (problem: z.infer<typeof Problem>): string[] => [
  `${problem.code}: ${problem.title}`,
  ...(problem.errors?.map((error) => `  ${error.path}: ${error.message}`) ?? (problem.detail ? [`  ${problem.detail}`] : [])),
];

/**
 * Hands a policy document to approvals, which checks it, keeps it and writes it into the ledger. The same document again changes nothing.
 * @throws when the file is no JSON, or approvals does not answer in time or not in its own form.
 */
export async function loadPolicy(options: LoadOptions): Promise<LoadResult> {
  const body = JSON.stringify(parseStrict(readFileSync(options.file, "utf8"), { maxDepth: 16 }));
  const response = await fetch(new URL("/v1/policy/documents", options.url), {
    method: "POST",
    headers: { authorization: `Bearer ${options.token}`, "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  if (!response.ok) return { ok: false, lines: problemLines(Problem.parse(answer)) };
  const loaded = Loaded.parse(answer);
  const what = response.status === 201 ? "loaded" : "known already";
  return { ok: true, lines: [`policy ${loaded.version} ${what}: in force from ${loaded.validFrom}, by ${loaded.author}, ${loaded.hash}`] };
}
