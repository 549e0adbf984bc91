import { type Brief, type JsonObject, type NamedThing, RememberedFact } from "@quartermaster/shared/contracts";
import { occursIn } from "./origins.ts";
import { saidByRequester } from "./said-by-requester.ts";
import { memoryOf } from "./task-memory.ts";
import type { ToolFailure } from "./tool.ts";

/** Kinds of things a user may work at. */
const SITES: readonly string[] = ["location", "unlocode", "place"];

const notFromUser = (path: string): ToolFailure => ({
  ok: false,
  code: "untrusted_value",
  hint: `Only what the user's own words of this turn say can be remembered; ${path} does not stand in them.`,
  path,
});

const namedIn = (brief: Brief, id: string, kinds: readonly string[] | null): NamedThing | undefined => {
  const found = brief.intent.entities.find((entity) => entity.id === id && (kinds === null || kinds.includes(entity.kind)));
  return found && { kind: found.kind, id: found.id };
};

function typed(brief: Brief, args: JsonObject): unknown {
  const value = String(args.value);
  if (args.fact === "language") return value === brief.language ? { name: "language", value } : notFromUser("value");
  const thing = namedIn(brief, value, args.fact === "defaultSite" ? SITES : null);
  if (!thing) return notFromUser("value");
  if (args.fact === "defaultSite") return { name: "defaultSite", value: thing };
  const word = String(args.word ?? "").trim();
  return occursIn(word, saidByRequester(brief).own) ? { name: "alias", word, value: thing } : notFromUser("word");
}

/**
 * The fact that a call of `remember` means, or why it is not kept: the user must ask for it in words of this turn, and every part
 * of it must stand in them. After a free text was opened nothing is remembered, whoever seems to ask.
 */
export function factToRemember(brief: Brief, args: JsonObject, openedTexts: number): RememberedFact | ToolFailure {
  if (!memoryOf(brief).asked) return { ok: false, code: "not_asked", hint: "The user did not ask to remember anything." };
  if (openedTexts > 0) return { ok: false, code: "untrusted_value", hint: "Nothing is remembered after a free text was read." };
  const fact = typed(brief, args);
  if (typeof fact === "object" && fact !== null && "ok" in fact) return fact as ToolFailure;
  const parsed = RememberedFact.safeParse(fact);
  return parsed.success ? parsed.data : { ok: false, code: "invalid_arguments", hint: "Only a key or a short name can be remembered." };
}
