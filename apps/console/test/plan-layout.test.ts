import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutPlan, neighbour, type PlanNode } from "../src/requests/layout-plan.ts";
import { phoneGeometry, wideGeometry } from "../src/requests/plan-geometry.ts";

const step = (id: string, ...after: string[]): PlanNode => ({ id, dependsOn: after.map((other) => ({ step: other })) });
const places = (steps: PlanNode[]) => layoutPlan(steps).nodes.map(({ id, column, row }) => `${id} ${column}.${row}`);

describe("the picture of a plan", () => {
  it("puts each step behind all that it waits for", () => {
    expect(places([step("a"), step("b", "a"), step("c", "a", "b"), step("d")])).toEqual(["a 0.0", "b 1.0", "c 2.0", "d 0.1"]);
  });

  it("puts steps near to the height of those before them", () => {
    expect(places([step("a"), step("b"), step("c", "b"), step("d", "a")])).toEqual(["a 0.0", "b 0.1", "c 1.1", "d 1.0"]);
  });

  it("draws no line to a step that is not in the plan, and ends for steps that wait for each other", () => {
    expect(layoutPlan([step("a", "gone")]).edges).toEqual([]);
    expect(layoutPlan([step("a", "b"), step("b", "a")]).nodes).toHaveLength(2);
    expect(layoutPlan([])).toEqual({ nodes: [], edges: [], columns: 0, rows: 0 });
  });

  it("gives every step a place of its own and every line a way forward, whatever the plan", () => {
    const plans = fc
      .integer({ min: 1, max: 25 })
      .chain((size) =>
        fc.tuple(
          ...Array.from({ length: size }, (_, at) =>
            fc.uniqueArray(fc.integer({ min: 0, max: Math.max(0, at - 1) }), { maxLength: Math.min(at, 3) }),
          ),
        ),
      );
    fc.assert(
      fc.property(plans, (after) => {
        const steps = after.map((others, at) => step(String(at), ...others.map(String).filter((id) => id !== String(at))));
        const layout = layoutPlan(steps);
        expect(new Set(layout.nodes.map(({ column, row }) => `${column}.${row}`)).size).toBe(steps.length);
        const column = new Map(layout.nodes.map((node) => [node.id, node.column]));
        for (const { from, to } of layout.edges) expect(column.get(from)).toBeLessThan(column.get(to) ?? 0);
        for (const picture of [wideGeometry(layout), phoneGeometry(layout, 358)]) {
          expect(picture.lines).toHaveLength(layout.edges.length);
          for (const box of picture.boxes.values()) {
            expect(box.x + box.width).toBeLessThanOrEqual(picture.width);
            expect(box.y + box.height).toBeLessThanOrEqual(picture.height);
          }
        }
      }),
    );
  });

  it("is walked by arrow keys along its lines", () => {
    const layout = layoutPlan([step("a"), step("b"), step("c", "b")]);
    expect(neighbour(layout, "a", "ArrowDown")).toBe("b");
    expect(neighbour(layout, "b", "ArrowRight")).toBe("c");
    expect(neighbour(layout, "c", "ArrowLeft")).toBe("b");
    expect(neighbour(layout, "a", "ArrowUp")).toBeNull();
    expect(neighbour(layout, "c", "ArrowRight")).toBeNull();
    expect(neighbour(layout, "a", "Tab")).toBeNull();
  });
});
