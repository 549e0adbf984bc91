export { certificateFile, certificateProblem } from "./certificate-file.ts";
export { flag, port, readEnv, secretString } from "./read-env.ts";
export { Secret } from "./secret.ts";
