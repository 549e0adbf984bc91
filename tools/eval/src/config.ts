import { join, resolve } from "node:path";

/** Data folder of the stack: the launcher's own rule. */
export const readHome = (env: NodeJS.ProcessEnv, repository: string): string =>
  env.QM_HOME ? resolve(env.QM_HOME) : join(repository, ".quartermaster");
