import type { JsonObject } from "@quartermaster/shared/contracts";
import type { Declaration } from "./declaration.ts";
import { contentFields } from "./declaration-fields.ts";
import type { ExportReads } from "./ports.ts";
import { readJudgement } from "./read-judgement.ts";

interface PapersProblem {
  code: string;
  detail: string;
  record: string | null;
  [name: string]: string | null;
}

/** Licences and parties are judged until the papers are lodged; afterwards the licence is committed already. */
async function contentProblems(reads: ExportReads, declaration: Declaration): Promise<PapersProblem[]> {
  if (declaration.state !== "draft") return [];
  const { problems } = await readJudgement(reads, declaration, await reads.businessNow());
  return problems.map(({ code, detail, record }) => ({ code, detail, record }));
}

/** The papers of a shipment as others may know them: state, lines, and what stands against its leaving. */
export async function papersFields(reads: ExportReads, shipmentId: string, declaration: Declaration | undefined): Promise<JsonObject> {
  const open = (await reads.screeningsBlocking(shipmentId)).map(
    ({ id, party, score }): PapersProblem => ({
      code: "open_screening",
      detail: `screening ${id} of ${party ?? "a name"} (score ${score}) is open`,
      record: id,
    }),
  );
  if (!declaration) return { declarationId: null, state: null, problems: open };
  return {
    declarationId: declaration.id,
    state: declaration.state,
    ...contentFields(declaration),
    problems: [...open, ...(await contentProblems(reads, declaration))],
  };
}
