import type { Conversation } from "../mind/conversation.ts";
import { isMap, listOf } from "../mind/steps.ts";
import type { JsonMap } from "../protocol/chat-request.ts";

/** An entity that an earlier step of the same plan will make. */
export interface Planned {
  ref: string;
  kind: string;
  fields: JsonMap;
}

/** Planned entities of a kind from the facts. */
export function plannedOf(conversation: Conversation, kind: string): Planned[] {
  return listOf(conversation.facts.planned)
    .filter((entity) => entity.kind === kind)
    .map((entity) => {
      const ref = String(entity.ref ?? "");
      return {
        ref: ref.startsWith("@") ? ref : `@${ref}`,
        kind,
        fields: isMap(entity.fields) ? entity.fields : isMap(entity.snapshot) ? entity.snapshot : {},
      };
    });
}

/** Records from the facts whose form is that of a shipment or declaration. */
export function recordsOf(conversation: Conversation, kind: string): JsonMap[] {
  return listOf(conversation.facts.records)
    .filter((record) => record.kind === kind && isMap(record.fields))
    .map((record) => record.fields as JsonMap);
}
