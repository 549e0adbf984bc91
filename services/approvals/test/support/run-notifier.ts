import { readFileSync } from "node:fs";
import { createPool } from "@quartermaster/shared/db";
import { createEgress, readAllowList } from "@quartermaster/shared/egress";
import { createFaults } from "@quartermaster/shared/faults";
import { createLogger } from "@quartermaster/shared/log";
import { createSealRing, SealRingFile } from "@quartermaster/shared/signing";
import { createNotifier } from "../../src/notifications/delivery/create-notifier.ts";

// A notifier in a process of its own, so that it can die like one: rounds until nothing is due, then the end.
const { RING = "", DATABASE = "", ALLOW = "", CA_FILE = "", FAULT } = process.env;
const pool = createPool({ url: DATABASE, name: "notifier-test", max: 3 });
const notifier = createNotifier({
  pool,
  egress: createEgress({ allow: readAllowList(ALLOW), ca: [readFileSync(CA_FILE, "utf8")] }),
  ring: createSealRing(() => SealRingFile.parse(JSON.parse(RING))),
  mailer: undefined,
  faults: createFaults(FAULT, true),
  log: createLogger({}, "silent"),
  consoleUrl: undefined,
});
for (let rounds = 0; rounds < 20 && (await notifier.round()); rounds++);
await pool.end();
