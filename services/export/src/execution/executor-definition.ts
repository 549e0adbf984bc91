import type { ExecutorDefinition } from "@quartermaster/executor";
import type { ForeignFact } from "@quartermaster/shared/contracts";
import { exportOutside } from "../adapters/outside-mapping.ts";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import { readRecords } from "../adapters/read-records.ts";
import { amendDeclarationHandler } from "./amend-declaration.ts";
import { draftDeclarationHandler } from "./draft-declaration.ts";
import { fileExitEvidenceHandler } from "./file-exit-evidence.ts";
import { invalidateDeclarationHandler } from "./invalidate-declaration.ts";
import { lodgeDeclarationHandler } from "./lodge-declaration.ts";
import { resolveScreeningHandler } from "./resolve-screening.ts";

/** Effects of export control, and what its executor states to others. A party's name goes along for the card, which people read. */
export const exportControlExecutor: ExecutorDefinition = {
  domain: "export",
  outside: exportOutside,
  handlers: [
    draftDeclarationHandler,
    lodgeDeclarationHandler,
    amendDeclarationHandler,
    invalidateDeclarationHandler,
    fileExitEvidenceHandler,
    resolveScreeningHandler,
  ],
  async readFacts(tx, _tenant, selectors) {
    const reads = createExportReads(tx);
    const facts: ForeignFact[] = [];
    for (const record of await readRecords(reads, selectors)) {
      const name = record.kind === "party" ? (await reads.party(record.id))?.name : undefined;
      facts.push(name === undefined ? record : { ...record, fields: { ...record.fields, name } });
    }
    return facts;
  },
};
