import type { JsonObject } from "@quartermaster/shared/contracts";
import type { EffectDescription } from "../effect-handler.ts";

/** The effect as an object, the form in which it goes to another system. */
export const contentOf = ({ effect }: Pick<EffectDescription, "effect">): JsonObject =>
  typeof effect === "object" && effect !== null && !Array.isArray(effect) ? effect : { effect };
