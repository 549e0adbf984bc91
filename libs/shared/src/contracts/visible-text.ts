import { z } from "zod";

/** A character that leaves a mark of its own: none that is ignored, formats, controls, spaces or only sits on another; nor a blank sign. */
const MARK = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** Whether somebody who reads the text sees anything. */
export const isVisible = (text: string): boolean => MARK.test(text);

export const INVISIBLE_TEXT = "must have at least one character that can be seen";

/** Words that a person gives and others read later, such as a reason: without spaces around them, and never only invisible characters. */
export const visibleText = (max: number, min = 1) => z.string().trim().min(min, { abort: true }).max(max).refine(isVisible, INVISIBLE_TEXT);
