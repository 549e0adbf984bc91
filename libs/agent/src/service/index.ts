export { a2aState, resultFrame } from "./a2a-frame.ts";
export { AGENT_ENV, type AgentConfig, readAgentConfig } from "./agent-config.ts";
export type { AgentDefinition } from "./agent-definition.ts";
export type { AgentPorts } from "./agent-ports.ts";
export type { AgentExtension, AgentServices } from "./agent-services.ts";
export { type AgentService, createAgentService } from "./create-agent-service.ts";
export { parseTaskMessage, verifyBrief } from "./parse-task-message.ts";
export type { RpcHeaders, RpcMethod } from "./serve-rpc.ts";
export { createTaskStore, type NewTask, type TaskRow, type TaskStore, type Toolset } from "./task-store.ts";
