export { createA2aExtension } from "./agent-a2a-extension.ts";
export { buildCard, type CardContent, cardDigest, signCard, verifyCard } from "./agent-card.ts";
export { DurableRequestHandler } from "./durable-request-handler.ts";
export { type FastifyA2aOptions, mountA2a } from "./fastify-a2a.ts";
export { BINDING_ERRORS } from "./nats-frames.ts";
export { createNatsResponder, type NatsA2aOptions } from "./nats-server.ts";
export { NatsTransport, NatsTransportFactory } from "./nats-transport.ts";
export type { A2aCaller, A2aEvent, A2aTaskSource, TaskListQuery } from "./task-source.ts";
export { endsBlockingCall, endsStream, isTerminal } from "./task-states.ts";
