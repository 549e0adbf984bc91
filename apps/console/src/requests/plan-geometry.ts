import type { PlanLayout } from "./layout-plan.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlanGeometry {
  width: number;
  height: number;
  boxes: ReadonlyMap<string, Box>;
  /** SVG path of each edge, and where its middle is. */
  lines: { from: string; to: string; path: string; middle: { x: number; y: number } }[];
}

const NODE = { width: 216, height: 92 };
const GAP = { x: 56, y: 20 };
/** Distance of lines that pass under the steps. */
const PASS = 12;
const PHONE = { height: 92, gap: 14, gutter: 44, lane: 9 };

/** A line between neighbours, or one that passes other layers: under all steps, so that it seems to end in none of them. */
function between(a: Box, b: Box, under: number | null): Pick<PlanGeometry["lines"][number], "path" | "middle"> {
  const [x1, y1, x2, y2] = [a.x + a.width, a.y + a.height / 2, b.x, b.y + b.height / 2];
  const bend = GAP.x / 2;
  if (under === null)
    return {
      path: `M ${x1} ${y1} C ${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
      middle: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 },
    };
  const [left, right] = [x1 + bend, x2 - bend];
  return {
    path: `M ${x1} ${y1} Q ${left} ${y1} ${left} ${(y1 + under) / 2} T ${left + bend} ${under} H ${right - bend} Q ${right} ${under} ${right} ${(y2 + under) / 2} T ${x2} ${y2}`,
    middle: { x: (x1 + x2) / 2, y: under },
  };
}

/** Layers from left to right, lines between their sides. */
export function wideGeometry(layout: PlanLayout): PlanGeometry {
  const boxes = new Map(
    layout.nodes.map(({ id, column, row }) => [id, { x: column * (NODE.width + GAP.x), y: row * (NODE.height + GAP.y), ...NODE }] as const),
  );
  const bottom = Math.max(0, layout.rows * (NODE.height + GAP.y) - GAP.y);
  let passing = 0;
  const lines = layout.edges.flatMap(({ from, to }) => {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    if (!a || !b) return [];
    const isNear = b.x - a.x <= NODE.width + GAP.x;
    if (!isNear) passing += 1;
    return [{ from, to, ...between(a, b, isNear ? null : bottom + passing * PASS) }];
  });
  return {
    width: Math.max(0, layout.columns * (NODE.width + GAP.x) - GAP.x),
    height: bottom + (passing === 0 ? 0 : (passing + 1) * PASS),
    boxes,
    lines,
  };
}

/** One step under the other as wide as the page, lines in a gutter at the left: what a phone has room for. */
export function phoneGeometry(layout: PlanLayout, width: number): PlanGeometry {
  const order = layout.nodes.toSorted((a, b) => a.column - b.column || a.row - b.row);
  const boxes = new Map(
    order.map(
      ({ id }, at) =>
        [
          id,
          { x: PHONE.gutter, y: at * (PHONE.height + PHONE.gap), width: Math.max(0, width - PHONE.gutter), height: PHONE.height },
        ] as const,
    ),
  );
  const place = new Map(order.map(({ id }, at) => [id, at]));
  const lines = layout.edges.flatMap(({ from, to }) => {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    if (!a || !b) return [];
    const over = Math.abs((place.get(to) ?? 0) - (place.get(from) ?? 0));
    const x = Math.max(4, PHONE.gutter - 8 - over * PHONE.lane);
    const [y1, y2] = [a.y + a.height * 0.7, b.y + b.height * 0.3];
    const path = `M ${a.x} ${y1} C ${x} ${y1} ${x} ${y1} ${x} ${(y1 + y2) / 2} C ${x} ${y2} ${x} ${y2} ${b.x} ${y2}`;
    return [{ from, to, path, middle: { x, y: (y1 + y2) / 2 } }];
  });
  return { width, height: Math.max(0, order.length * (PHONE.height + PHONE.gap) - PHONE.gap), boxes, lines };
}
