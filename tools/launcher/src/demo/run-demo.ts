import type { LauncherArgs } from "../cli/parse-args.ts";
export async function runDemo(_args: LauncherArgs): Promise<void> {}
