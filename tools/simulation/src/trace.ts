/** What happened, line by line, with short names for ids, so that two runs of a seed read the same. */
export interface Trace {
  add(atMs: number, who: string, what: string): void;
  readonly lines: readonly string[];
}

const ID = /\b([a-z]{3})_[0-9a-z]{26}\b/g;

export function createTrace(startMs: number): Trace {
  const lines: string[] = [];
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const short = (id: string, prefix: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(id, `${prefix}${count}`);
    return `${prefix}${count}`;
  };
  return {
    lines,
    add(atMs, who, what) {
      const text = what.replace(ID, (id, prefix: string) => short(id, prefix));
      lines.push(`${((atMs - startMs) / 1000).toFixed(3).padStart(9)} ${who.padEnd(14)} ${text}`);
    },
  };
}
