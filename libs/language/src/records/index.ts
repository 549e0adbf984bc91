export { isClosedRow } from "./is-closed-row.ts";
export { localDay, plainTimes, withLocalTimes } from "./local-time.ts";
export { rowLabel } from "./row-label.ts";
export { isStateWord, stateWord } from "./state-word.ts";
export { statesNamed } from "./states-named.ts";
