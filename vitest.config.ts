import { defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/longest-first.ts";

// Tests run against the sources (an export condition of our own: packages of others use "source" for theirs), so no build is needed first.
const source = {
  resolve: { conditions: ["@quartermaster/source", "node", "default"] },
  ssr: { resolve: { conditions: ["@quartermaster/source", "node", "default"] } },
};

// biome-ignore lint/style/noProcessEnv: the configuration of the tests reads their environment
const isFull = process.env.VERIFY_FULL === "1";
/** They start processes for five minutes each; `npm run verify:full` runs them, and so does naming them with VERIFY_FULL=1. */
const LONG = isFull ? [] : ["libs/agent/test/kill-boundaries.int.test.ts", "services/supply/test/executor-kill.int.test.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        test: {
          name: "unit",
          include: ["{libs,services,tools,apps}/*/test/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude: ["**/*.int.test.ts", "**/*.tryton.test.ts", "**/node_modules/**"],
          // A bound for what hangs, not a measure: a busy machine takes several times as long.
          testTimeout: 30_000,
          maxWorkers: "100%",
          // Projects run one after the other: whole stacks and busy unit tests would starve each other.
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...source,
        test: {
          name: "integration",
          include: ["{libs,services,tools}/*/test/**/*.int.test.ts"],
          exclude: [...LONG, "**/node_modules/**"],
          globalSetup: ["scripts/build-services.ts", "libs/testing/src/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // They wait for servers and timers as much as they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...source,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.test.ts"],
          globalSetup: ["scripts/build-services.ts"],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // Half of their time is waiting: for leases to end, for processes to start.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...source,
        // Needs a Tryton server, and fails without one; runs only when named.
        test: {
          name: "tryton",
          include: ["services/*/test/**/*.tryton.test.ts"],
          globalSetup: ["libs/testing/src/global-setup.ts", "libs/testing/src/tryton-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        ...source,
        // Needs a Docker engine; runs only when named.
        test: {
          name: "containers",
          include: ["e2e/containers/**/*.container.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
