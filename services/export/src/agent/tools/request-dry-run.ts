import type { DryRun, ToolContext, ToolFailure } from "@quartermaster/agent/agent";
import type { Finding, JsonObject } from "@quartermaster/shared/contracts";
import type { Declaration, DeclarationContent } from "../../domain/declaration.ts";
import { contentFields } from "../../domain/declaration-fields.ts";
import type { RequestProblem, RequestRejection } from "../../domain/request-rule.ts";
import type { ExportPorts } from "../export-ports.ts";
import { declarationSnapshot } from "./find-declarations.ts";

export const toFailure = ({ code, detail, path }: RequestRejection): ToolFailure => ({ ok: false, code, hint: `${detail}.`, path });

export const toFinding = (problem: RequestProblem): Finding => ({
  code: problem.code,
  severity: problem.blocking ? "refuse" : "warn",
  detail: problem.detail.slice(0, 1000),
  records: problem.record === null ? [] : [problem.record],
  values: {},
});

/** Guard of a request: the declaration says what it said when it was read, or what an earlier step of this plan made of it. */
function guardVersion(declaration: Declaration, context: ToolContext<ExportPorts>): string {
  const earlier = context.plannedEntities?.().findLast((entity) => entity.kind === "declaration" && entity.snapshot.id === declaration.id);
  return earlier ? `after:${earlier.ref.replace(/^@/, "").split(".")[0]}` : `read@${declaration.version}`;
}

export interface CustomsRequest {
  tool: string;
  args: object;
  declaration: Declaration;
  /** What it will say and be once customs agrees. */
  content: DeclarationContent;
  state: string;
  findings: Finding[];
  meaning: JsonObject;
  inverse: DryRun["inverse"];
  result: JsonObject;
}

/** The dry run of a request to customs about one lodged declaration. */
export function requestDryRun(request: CustomsRequest, context: ToolContext<ExportPorts>): DryRun {
  const { declaration } = request;
  const snapshot = declarationSnapshot(declaration);
  return {
    ok: true,
    args: request.args as JsonObject,
    guards: [{ kind: "exact", domain: "export", record: declaration.id, version: guardVersion(declaration, context) }],
    evidence: [{ tool: request.tool, record: `${declaration.id}@${declaration.version}`, snapshot }],
    requires: [{ domain: "transit", kind: "shipment", id: declaration.shipmentId }],
    meaning: request.meaning,
    findings: request.findings,
    origins: {},
    planned: [
      {
        output: "declarationId",
        kind: "declaration",
        snapshot: { id: declaration.id, state: request.state, shipmentId: declaration.shipmentId, ...contentFields(request.content) },
      },
    ],
    inverse: request.inverse,
    records: [snapshot],
    result: { declarationId: declaration.id, state: declaration.state, shipmentId: declaration.shipmentId, ...request.result },
  };
}
