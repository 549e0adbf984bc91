import { StreamResponse, Task, taskStateToJSON } from "@a2a-js/sdk";
import type { JsonObject, RequestStatus } from "@quartermaster/shared/contracts";
import type { StepRow } from "../handoff/plan-store.ts";
import type { RequestRow } from "../requests/request-row.ts";
import { requestState } from "./request-states.ts";

/** A request with what its A2A task shows of it. */
export interface TaskPicture {
  /** Id of the A2A task: the first request of a chain of questions and answers. */
  taskId: string;
  row: RequestRow;
  steps: readonly StepRow[];
}

const questionMessage = (picture: TaskPicture): JsonObject => ({
  messageId: `${picture.row.id}-question`,
  contextId: picture.row.threadId,
  taskId: picture.taskId,
  role: "ROLE_AGENT",
  parts: [
    { text: picture.row.questions.map((question) => question.text).join("\n"), mediaType: "text/plain" },
    { data: { questions: picture.row.questions as unknown as JsonObject[] }, mediaType: "application/json" },
  ],
});

const approvalsOf = (picture: TaskPicture): JsonObject[] =>
  picture.steps.flatMap((step) =>
    step.approval?.state === "pending"
      ? [{ id: step.approval.id, stepId: step.stepId, tool: step.tool, required: step.approval.required }]
      : [],
  );

const metadataOf = (picture: TaskPicture, status: RequestStatus): JsonObject => ({
  requestStatus: status,
  requestId: picture.row.id,
  ...(status === "awaiting_approval" ? { approvals: approvalsOf(picture) } : {}),
});

const statusOf = (picture: TaskPicture, status: RequestStatus, at: string): JsonObject => ({
  state: taskStateToJSON(requestState(status)),
  timestamp: at,
  ...(status === "awaiting_input" ? { message: questionMessage(picture) } : {}),
});

/** What a finished request hands over: its answer, and the receipts behind it. */
export function artifactsOf(picture: TaskPicture): JsonObject[] {
  if (picture.row.answer === null) return [];
  const receipts = picture.steps.flatMap((step) => (step.receipt ? [step.receipt as unknown as JsonObject] : []));
  const answer = { artifactId: "answer", name: "answer", parts: [{ text: picture.row.answer, mediaType: "text/plain" }] };
  return receipts.length === 0
    ? [answer]
    : [answer, { artifactId: "receipts", name: "receipts", parts: [{ data: { receipts }, mediaType: "application/json" }] }];
}

export const taskOf = (picture: TaskPicture): Task =>
  Task.fromJSON({
    id: picture.taskId,
    contextId: picture.row.threadId,
    status: statusOf(picture, picture.row.status, picture.row.updatedAt),
    artifacts: artifactsOf(picture),
    metadata: metadataOf(picture, picture.row.status),
  });

export const statusEvent = (picture: TaskPicture, status: RequestStatus, at: string): StreamResponse =>
  StreamResponse.fromJSON({
    statusUpdate: {
      taskId: picture.taskId,
      contextId: picture.row.threadId,
      status: statusOf(picture, status, at),
      metadata: metadataOf(picture, status),
    },
  });

export const artifactEvent = (picture: TaskPicture, artifact: JsonObject): StreamResponse =>
  StreamResponse.fromJSON({
    artifactUpdate: { taskId: picture.taskId, contextId: picture.row.threadId, artifact, append: false, lastChunk: true },
  });
