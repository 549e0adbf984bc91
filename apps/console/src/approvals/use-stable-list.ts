import { useMemo, useRef } from "react";
import type { ApprovalSummary } from "../api/types.ts";

/**
 * A list that does not move under the reader: while it is held, rows are patched in place and new ones wait; decided rows go.
 * @returns the rows to show, and how many wait.
 */
export function useStableList(
  items: readonly ApprovalSummary[],
  held: boolean,
  key: string,
): { shown: readonly ApprovalSummary[]; waiting: number; showWaiting(): void } {
  const order = useRef<{ key: string; ids: readonly string[] }>({ key: "", ids: [] });
  return useMemo(() => {
    const byId = new Map(items.map((item) => [item.id, item]));
    const known = order.current.key === key ? order.current.ids.flatMap((id) => byId.get(id) ?? []) : [];
    const keep = held && known.length > 0;
    const shown = keep ? known : items;
    order.current = { key, ids: shown.map((item) => item.id) };
    return {
      shown,
      waiting: keep ? items.length - known.length : 0,
      showWaiting() {
        order.current = { key: "", ids: [] };
      },
    };
  }, [items, held, key]);
}
