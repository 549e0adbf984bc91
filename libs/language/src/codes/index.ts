export { explainCode } from "./explain-code.ts";
