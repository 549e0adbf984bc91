import { createFaults } from "@quartermaster/shared/faults";
import { expect, test, vi } from "vitest";

test("nothing happens without a fault, or when faults are not enabled", async () => {
  await createFaults(undefined, true)("executor.beforeLock");
  await createFaults("executor.beforeLock:kill", false)("executor.beforeLock");
});

test.each(["executor.beforeLok:kill", "executor.beforeLock", "executor.beforeLock:explode", "executor.beforeLock:kill,nowhere:stop"])(
  "%s is refused at start",
  (spec) => {
    expect(() => createFaults(spec, true)).toThrow(/QM_FAULT/);
  },
);

test("a kill hits the given occurrence of its own point only", async () => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const reach = createFaults("executor.afterCommit:kill:2", true);
  await reach("executor.beforeCommit");
  await reach("executor.afterCommit");
  expect(kill).not.toHaveBeenCalled();
  await reach("executor.afterCommit");
  await reach("executor.afterCommit");
  expect(kill.mock.calls).toEqual([[process.pid, "SIGKILL"]]);
  kill.mockRestore();
});

test("a delay waits for its milliseconds", async () => {
  const before = performance.now();
  await createFaults("agent.afterClaim:delay:30", true)("agent.afterClaim");
  expect(performance.now() - before).toBeGreaterThanOrEqual(28);
});
