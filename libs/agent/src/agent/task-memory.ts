import { type Brief, type JsonObject, TaskMemory } from "@quartermaster/shared/contracts";

const NONE: TaskMemory = { asked: false, facts: [] };

/** Memory of a brief; none where the coordinator sent none, or something else. */
export function memoryOf(brief: Brief): TaskMemory {
  const parsed = TaskMemory.safeParse(brief.facts.fields.memory ?? NONE);
  return parsed.success ? parsed.data : NONE;
}

/** Fields of the thread as the model sees them: what is remembered stays behind `recall`. */
export function fieldsWithoutMemory(brief: Brief): JsonObject {
  const { memory: _memory, ...fields } = brief.facts.fields;
  return fields;
}
