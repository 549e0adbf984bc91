import { z } from "zod";
import { Id } from "./ids.ts";
import { Instant } from "./json.ts";
import { Language } from "./words.ts";

/** A thing that the user's own words name, as the intent lists it. */
export const NamedThing = z.strictObject({
  kind: z.string().regex(/^[a-z][a-z_]{1,39}$/),
  id: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} .'_/-]{0,79}$/u),
});
export type NamedThing = z.infer<typeof NamedThing>;

/** What somebody calls a thing: a few words, never a sentence. */
export const AliasWord = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} .'-]{1,39}$/u);

/** A fact about a user that is kept across threads. Typed values only: nothing in it can be read as an instruction. */
export const RememberedFact = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("language"), value: Language }),
  z.strictObject({ name: z.literal("defaultSite"), value: NamedThing }),
  z.strictObject({ name: z.literal("alias"), word: AliasWord, value: NamedThing }),
]);
export type RememberedFact = z.infer<typeof RememberedFact>;

/** A remembered fact with where it is from and how long it holds. */
export const KnownFact = z.strictObject({ fact: RememberedFact, threadId: Id, learnedAt: Instant, expiresAt: Instant });
export type KnownFact = z.infer<typeof KnownFact>;

/**
 * Memory of a task: `facts.fields.memory` of its brief. Absent, there is none: an agent that knows nothing of it shows it as any
 * other field, and one that does never sends facts to a coordinator that did not ask.
 */
export const TaskMemory = z.strictObject({
  /** The user's own words of this turn ask to remember something. */
  asked: z.boolean(),
  facts: z.array(KnownFact).max(50),
});
export type TaskMemory = z.infer<typeof TaskMemory>;
