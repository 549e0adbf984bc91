import { z } from "zod";

/** Controls, what turns or joins the text around it, what nobody sees, and ends of lines: two keys must never look alike and differ. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const HIDDEN_IN_KEY = "must have no control, invisible or direction characters and no line breaks";

/** True when a key shows all that it is. */
const isPlainKey = (text: string): boolean => !HIDDEN.test(text);

/** A key, name or code as an argument holds it: what records are found and compared by. */
export const keyText = (max: number, min = 1) => (min > 0 ? z.string().min(min) : z.string()).max(max).refine(isPlainKey, HIDDEN_IN_KEY);
