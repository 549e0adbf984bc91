/** How far back the words before a finding can matter to it. */
const REACH = 300;

/** What stands right before a place in a text, for patterns that end there: never more, however long the text is. */
export const wordsBefore = (text: string, at: number): string => text.slice(Math.max(0, at - REACH), at);
