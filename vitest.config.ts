import { defineConfig } from "vitest/config";

// Tests run against the sources ("source" export condition), so no build is needed first.
const source = { resolve: { conditions: ["source", "node", "default"] }, ssr: { resolve: { conditions: ["source", "node", "default"] } } };

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: "unit",
          include: ["{libs,services,tools,apps}/*/test/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
        },
      },
      {
        ...source,
        test: {
          name: "integration",
          include: ["{libs,services,tools}/*/test/**/*.int.test.ts"],
          globalSetup: ["libs/testing/src/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        ...source,
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 240_000,
          maxWorkers: 1,
          fileParallelism: false,
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
        },
      },
    ],
  },
});
