import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flag, port, readEnv, secretString } from "@quartermaster/shared/config";
import { expect, test } from "vitest";
import { z } from "zod";

const SHAPE = {
  QM_HTTP_PORT: port(),
  QM_DEMO: flag().default(false),
  QM_LOG_LEVEL: z.string().default("info"),
  QM_KEY: secretString().optional(),
};

test("settings are read, converted and defaulted; other programs' variables are left alone", () => {
  expect(readEnv(SHAPE, { QM_HTTP_PORT: "8080", QM_DEMO: "1", PATH: "/bin" })).toEqual({
    QM_HTTP_PORT: 8080,
    QM_DEMO: true,
    QM_LOG_LEVEL: "info",
  });
});

test("a misspelt setting is refused instead of falling back to the default", () => {
  expect(() => readEnv(SHAPE, { QM_HTTP_PORT: "8080", QM_LOGLEVEL: "debug" })).toThrow(/QM_LOGLEVEL: unknown setting/);
});

test.each(["abc", "0", "70000", "80.5"])("a port that is none (%s) is refused by name, in words", (value) => {
  expect(() => readEnv(SHAPE, { QM_HTTP_PORT: value })).toThrow(/QM_HTTP_PORT: must be a (port|whole number)/);
});

test("all problems are reported together", () => {
  expect(() => readEnv(SHAPE, { QM_DEMO: "maybe", QM_WRONG: "1" })).toThrow(
    expect.objectContaining({
      code: "config_invalid",
      errors: ["QM_WRONG", "QM_HTTP_PORT", "QM_DEMO"].map((path) => expect.objectContaining({ path })),
    }),
  );
});

test("a secret shows its value to nobody who does not ask for it", () => {
  const { QM_KEY } = readEnv(SHAPE, { QM_HTTP_PORT: "1", QM_KEY: "hush" });
  expect(`${QM_KEY} ${JSON.stringify({ QM_KEY })}`).not.toContain("hush");
  expect(QM_KEY?.reveal()).toBe("hush");
});

test("a setting may come from the file that NAME_FILE names, and a file that is not there is reported", () => {
  const folder = mkdtempSync(join(tmpdir(), "qm-env-"));
  writeFileSync(join(folder, "key"), "hush\n");
  expect(readEnv(SHAPE, { QM_HTTP_PORT: "1", QM_KEY_FILE: join(folder, "key") }).QM_KEY?.reveal()).toBe("hush");
  expect(() => readEnv(SHAPE, { QM_HTTP_PORT: "1", QM_KEY_FILE: join(folder, "none") })).toThrow(/QM_KEY_FILE: ENOENT/);
  expect(() => readEnv(SHAPE, { QM_HTTP_PORT: "1", QM_WRONG_FILE: "/x" })).toThrow(/QM_WRONG_FILE: unknown setting/);
  rmSync(folder, { recursive: true });
});
