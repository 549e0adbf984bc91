import { orderDoubt, type Reading } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { intentText } from "./intent-texts.ts";

/** Question about words that may be no order; "yes" to it is acknowledged like a known duplicate. */
export const ORDER_DOUBTFUL = "order_doubtful";

/**
 * Asks whether words that name a deed order it, where they may only tell of it or have taken it back in the same breath.
 *
 * @param leans true when the words complete what an earlier turn said
 */
export function doubtQuestions(reading: Reading, language: Language, leans: boolean): Question[] {
  if (orderDoubt(reading, leans) === null) return [];
  const option = (key: "option_do_it" | "option_leave_it") => ({ label: intentText(key, language), text: intentText(key, language) });
  return [
    { id: ORDER_DOUBTFUL, text: intentText("order_doubtful", language), options: [option("option_do_it"), option("option_leave_it")] },
  ];
}
