/** What every child inherits of the launcher's environment; everything else it gets is named by the launcher. */
export function baseEnv(env: Record<string, string | undefined>): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (entry[0] === "PATH" || entry[0] === "HOME" || entry[0].startsWith("NODE_")),
  );
  return { ...Object.fromEntries(kept), TZ: "UTC" };
}
