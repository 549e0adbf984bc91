import type { FeedLine } from "./follow-events.ts";
import type { ApprovalView, Row, StepView } from "./views.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const list = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(", ") : "");
const args = (value: unknown): string =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, part]) => `${name}=${text(part)}`)
        .join(" ")
    : text(value);

/** One line of the live feed for the terminal; null for what only a machine wants. */
export function feedText({ name, data }: FeedLine): string | null {
  switch (name) {
    case "request.status":
      return `request    ${text(data.status)}`;
    case "agent.status":
      // Reading records for the merge is no turn of the agent; told as one, it would look like a false start.
      if (data.kind === "snapshot" || data.stopReason === "snapshots")
        return data.status === "working" ? `${text(data.agent).padEnd(10)} reads records for the coordinator` : null;
      return `${text(data.agent).padEnd(10)} ${text(data.status)}${data.stopReason ? ` (${text(data.stopReason)})` : ""}`;
    case "tool.called":
      return `${text(data.agent).padEnd(10)} called ${text(data.tool)} ${args(data.args).slice(0, 100)}${list(data.records) ? ` → ${list(data.records).slice(0, 100)}` : ""}`;
    case "proposal.created":
      return `${text(data.agent).padEnd(10)} PROPOSES ${text(data.tool)} ${args(data.args)}${list(data.evidence) ? `\n                      evidence: ${list(data.evidence)}` : ""}`;
    case "conflict.detected":
      return `plan       conflict ${text(data.code)} (${text(data.severity)}): ${text(data.detail ?? "")}`;
    case "plan.ready":
      return "plan       ready";
    case "approval.requested":
      return `approval   asked for ${text(data.headline ?? data.tool ?? data.approvalId)}`;
    case "approval.decided":
      return `approval   decided: ${text(data.decision ?? data.state ?? "")} ${text(data.by ?? "")}`.trimEnd();
    case "step.executing":
    case "step.succeeded":
    case "step.failed":
    case "step.stale":
    case "step.unknown":
      return `step       ${name.slice(5)}: ${text(data.tool ?? data.stepId)}`;
    case "request.completed":
      return `request    final: ${text(data.status ?? "")}`;
    default:
      return null;
  }
}

const cell = (row: Row | undefined): string => (row?.value == null ? "–" : `${row.value}${row.unit ? ` ${row.unit}` : ""}`);

/** Rows of a table with the values before and after; rows match by path. */
export function changeTable(before: readonly Row[], after: readonly Row[]): string[] {
  const paths = [...new Set([...before, ...after].map((row) => row.path))];
  const rows = paths.map((path) => {
    const old = before.find((row) => row.path === path);
    const next = after.find((row) => row.path === path);
    const row = next ?? old;
    return [`${row?.record ?? ""} ${row?.label ?? path}`.trim(), cell(old), cell(next)];
  });
  const all = [["", "before", "after"], ...rows];
  const width = (column: number) => Math.max(...all.map((row) => (row[column] ?? "").length));
  return all.map((row) =>
    row
      .map((value, column) => value.padEnd(width(column)))
      .join("   ")
      .trimEnd(),
  );
}

/** The card as an officer reads it. */
export function cardLines({ card, policy, agentNote, decideBy, executeBy }: ApprovalView): string[] {
  return [
    card.headline,
    ...changeTable(card.before, card.after).map((line) => `  ${line}`),
    ...card.conflicts.map((conflict) => `  ! ${conflict.code}: ${conflict.detail}`),
    `  policy ${policy.id}: ${policy.required} approval(s) by ${policy.slots.map((slot) => slot.role).join(", ")}; decide by ${decideBy}${executeBy ? `, execute by ${executeBy}` : ""}`,
    ...(agentNote?.text ? [`  agent's note (not verified): ${agentNote.text.slice(0, 200)}`] : []),
  ];
}

/** A receipt in a few lines. */
export function receiptLines(step: StepView): string[] {
  const { receipt } = step;
  if (!receipt) return [`${step.tool}: ${step.state}, no receipt`];
  const outputs = Object.entries(receipt.outputs).map(([name, value]) => `${name} ${value}`);
  return [
    `${step.tool}: ${receipt.outcome}${outputs.length > 0 ? ` — ${outputs.join(", ")}` : ""}`,
    `  receipt ${receipt.receiptId}, grant ${receipt.grantId}, records ${receipt.records.map((one) => `${one.record}@${one.version}`).join(", ")}`,
    ...changeTable(receipt.before, receipt.after).map((line) => `  ${line}`),
  ];
}
