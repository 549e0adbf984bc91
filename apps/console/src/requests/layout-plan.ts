/** A step as the layout needs it. */
export interface PlanNode {
  id: string;
  dependsOn: readonly { step: string }[];
}

/** Where a step stands: its layer from the left and its place in it from the top. */
export interface PlacedNode {
  id: string;
  column: number;
  row: number;
}

export interface PlanLayout {
  nodes: PlacedNode[];
  edges: { from: string; to: string }[];
  columns: number;
  rows: number;
}

/** Layer of each step: behind every step that it waits for. Bounded by the number of steps, also for a plan that goes in circles. */
function layersOf(steps: readonly PlanNode[], before: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const layers = new Map(steps.map((step) => [step.id, 0]));
  for (let round = 0; round < steps.length; round++) {
    let moved = false;
    for (const { id } of steps) {
      const layer = Math.max(0, ...(before.get(id) ?? []).map((other) => (layers.get(other) ?? 0) + 1));
      if (layer > (layers.get(id) ?? 0) && layer < steps.length) {
        layers.set(id, layer);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return layers;
}

/**
 * Places the steps of a plan in layers from left to right: a step stands behind all that it waits for, and near to their height, so that
 * lines cross little. The same plan always gives the same picture.
 */
export function layoutPlan(steps: readonly PlanNode[]): PlanLayout {
  const known = new Set(steps.map((step) => step.id));
  const before = new Map(
    steps.map((step) => [step.id, [...new Set(step.dependsOn.map((dependency) => dependency.step))].filter((id) => known.has(id))]),
  );
  const layers = layersOf(steps, before);
  const columns = Math.max(0, ...layers.values()) + (steps.length > 0 ? 1 : 0);
  const rows = new Map<string, number>();
  for (let column = 0; column < columns; column++) {
    const wish = (id: string): number => {
      const over = (before.get(id) ?? []).flatMap((other) => rows.get(other) ?? []);
      return over.length === 0 ? Number.POSITIVE_INFINITY : over.reduce((sum, row) => sum + row, 0) / over.length;
    };
    const layer = steps.filter((step) => layers.get(step.id) === column);
    const sorted = layer
      .map((step, at) => ({ id: step.id, wish: wish(step.id), at }))
      .toSorted((a, b) => (a.wish === b.wish ? a.at - b.at : a.wish - b.wish));
    sorted.forEach(({ id }, row) => void rows.set(id, row));
  }
  const nodes = steps.map(({ id }) => ({ id, column: layers.get(id) ?? 0, row: rows.get(id) ?? 0 }));
  return {
    nodes,
    edges: steps.flatMap(({ id }) => (before.get(id) ?? []).map((from) => ({ from, to: id }))),
    columns,
    rows: Math.max(0, ...nodes.map((node) => node.row + 1)),
  };
}

/** The step that an arrow key leads to; null where there is none in that direction. */
export function neighbour(layout: PlanLayout, from: string, key: string): string | null {
  const here = layout.nodes.find((node) => node.id === from);
  if (!here) return null;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const row = here.row + (key === "ArrowDown" ? 1 : -1);
    return layout.nodes.find((node) => node.column === here.column && node.row === row)?.id ?? null;
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const column = here.column + (key === "ArrowRight" ? 1 : -1);
  const linked = new Set(layout.edges.flatMap((edge) => (edge.from === from ? [edge.to] : edge.to === from ? [edge.from] : [])));
  const near = layout.nodes
    .filter((node) => node.column === column)
    .toSorted(
      (a, b) =>
        Number(linked.has(b.id)) - Number(linked.has(a.id)) || Math.abs(a.row - here.row) - Math.abs(b.row - here.row) || a.row - b.row,
    );
  return near[0]?.id ?? null;
}
