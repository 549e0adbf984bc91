export { createEventsPart, EVENTS_AUDIENCE } from "./create-events-part.ts";
export { type EventAnswer, EventBody } from "./event-body.ts";
export type {
  EventContext,
  EventEffect,
  EventHandler,
  EventPlan,
  EventSource,
  EventsDefinition,
  OutcomeNews,
  ScheduledChange,
} from "./event-handler.ts";
export { type EventsConfig, eventsEnv } from "./events-config.ts";
export type { EventsPorts } from "./events-ports.ts";
export { runScheduledChanges } from "./run-scheduled-changes.ts";
export type { SentEffect } from "./sent-effects.ts";
export { takeEvent } from "./take-event.ts";
export { UnknownReference } from "./unknown-reference.ts";
