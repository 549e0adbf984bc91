import { useCallback, useMemo, useState } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { mayJoin } from "./batch.ts";

/** Items that a person chose for one decision; what left the list, or is not plain any more, is not chosen any more. */
export function useBatch(items: readonly ApprovalSummary[]) {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const chosen = useMemo(() => {
    const list: ApprovalSummary[] = [];
    for (const id of wanted) {
      const item = items.find((each) => each.id === id);
      if (item && mayJoin(item, list)) list.push(item);
    }
    return list;
  }, [items, wanted]);
  const ids = useMemo(() => new Set(chosen.map((item) => item.id)), [chosen]);
  const choose = useCallback(
    (id: string, extend: boolean): void =>
      setWanted((before) => (before.includes(id) ? (extend ? before : before.filter((other) => other !== id)) : [...before, id])),
    [],
  );
  const clear = useCallback(() => setWanted([]), []);
  return { chosen, ids, choose, clear };
}
