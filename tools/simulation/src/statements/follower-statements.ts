import type { Statements } from "./statement.ts";

/** What the simulation's own part of the coordinator reads and writes. */
export const FOLLOWER_STATEMENTS: Statements = {
  "follower-request": (session, [id]) => [session.get("requests", id)].flatMap((row) => row ?? []),
  "follower-end": async (session, [id, status]) =>
    await session.update(
      "requests",
      (row) => row.id === id && row.phase !== "done",
      () => ({ phase: "done", status }),
    ),
};
