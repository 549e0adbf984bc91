export { asks } from "./asks.ts";
export { isClosedWord } from "./closed-words.ts";
export { marksCorrection, opensCorrection } from "./marks-correction.ts";
export { type SpeechAct, speechAct } from "./speech-act.ts";
export { tellsFact } from "./tells-fact.ts";
export { withdraws } from "./withdraws.ts";
