import type { RequestView } from "../api/types.ts";
import { ConflictBlock } from "../approvals/conflict-block.tsx";
import { useMessages } from "../messages/use-messages.tsx";
import { Code } from "../text/text.tsx";
import { Instants } from "../ui/instants.tsx";

/** Conflicts, open issues and the records that were read. */
export function SideFacts({ request }: { request: RequestView }) {
  const m = useMessages();
  const conflicts = request.plan?.conflicts.length ? request.plan.conflicts : (request.conflicts ?? []);
  const records = [...new Set(request.plan?.steps.flatMap((step) => step.evidence.map((item) => item.record)) ?? [])];
  return (
    <div className="flex flex-col gap-6">
      {conflicts.length > 0 && (
        <section>
          <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-sm font-strong">
            {m.conflictsTitle} <span className="font-body text-ink-2">{m.conflictsCount(conflicts.length)}</span>
          </h2>
          <div className="flex flex-col gap-3">
            {conflicts.map((conflict, index) => (
              <ConflictBlock key={index} conflict={conflict} />
            ))}
          </div>
        </section>
      )}
      {request.openIssues.length > 0 && (
        <section>
          <h2 className="mb-2 text-sm font-strong">{m.openIssues}</h2>
          <ul className="flex flex-col gap-2">
            {request.openIssues.map((issue) => (
              <li
                key={`${issue.code} ${issue.stepId ?? ""} ${issue.agent ?? ""}`}
                className="rounded-md bg-warn-wash px-3 py-2 text-warn-ink"
              >
                <Instants value={m.codeDetail(issue.code, issue.detail)} /> <Code value={issue.code} className="text-xs" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {records.length > 0 && (
        <section>
          <h2 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-sm font-strong">
            {m.evidenceTitle} <span className="font-body text-ink-2">{m.evidenceCount(records.length)}</span>
          </h2>
          <p className="flex flex-wrap gap-2">
            {records.map((record) => (
              <Code key={record} value={record} className="rounded-sm bg-sunken px-1.5 py-0.5 text-ink-2" />
            ))}
          </p>
        </section>
      )}
    </div>
  );
}
