const parts = (version: string): number[] => (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);

/** True when a server version (with or without "v" and suffix) is at least the given one. An unreadable version is too old. */
export function atLeastVersion(version: string, least: string): boolean {
  const have = parts(version);
  if (have.length < 3) return false;
  const need = parts(least);
  for (let i = 0; i < 3; i++) {
    const difference = (have[i] ?? 0) - (need[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
