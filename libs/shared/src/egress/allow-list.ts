import { AppError } from "../errors/index.ts";

/** Receivers that may have a private address or an unusual port, as `host:port`. */
export type AllowList = ReadonlySet<string>;

const ENTRY = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\]):([1-9]\d{0,4})$/;

/** Reads `host:port` entries separated by commas. @throws AppError config_invalid naming the entry */
export function readAllowList(text: string | undefined): AllowList {
  const entries = (text ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (Number(ENTRY.exec(entry)?.[1] ?? 0) > 0 && Number(ENTRY.exec(entry)?.[1]) <= 65_535) continue;
    throw new AppError("config_invalid", {
      detail: `QM_EGRESS_ALLOW: ${JSON.stringify(entry)} is not host:port`,
      errors: [{ path: "QM_EGRESS_ALLOW", message: `${JSON.stringify(entry)} is not host:port` }],
    });
  }
  return new Set(entries);
}
