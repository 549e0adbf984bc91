import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Agent, request } from "undici";
import { checksumOf, releaseFor } from "./release.ts";

const CONNECT_MS = 5_000;
const WHOLE_MS = 120_000;
const LARGEST_BYTES = 64 * 1_048_576;

async function fetchBytes(url: string, dispatcher: Agent, redirects = 5): Promise<Buffer> {
  const response = await request(url, { dispatcher, signal: AbortSignal.timeout(WHOLE_MS) });
  const location = response.headers.location;
  if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string" && redirects > 0) {
    await response.body.dump();
    return fetchBytes(new URL(location, url).href, dispatcher, redirects - 1);
  }
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BYTES) throw new Error(`${url} is larger than expected`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches the official nats-server for this platform, compares its checksum, and stores it.
 * @param target where the program is put.
 * @throws Error with the reason; the caller tries the next way.
 */
export async function downloadRelease(target: string): Promise<void> {
  const release = releaseFor(process.platform, process.arch);
  if (!release) throw new Error(`there is no release for ${process.platform} ${process.arch}`);
  const dispatcher = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 20_000, bodyTimeout: 20_000 });
  mkdirSync(dirname(target), { recursive: true });
  const work = mkdtempSync(join(dirname(target), "download-"));
  try {
    const expected = checksumOf((await fetchBytes(release.sums, dispatcher)).toString("utf8"), release.file);
    const archive = await fetchBytes(release.url, dispatcher);
    const actual = createHash("sha256").update(archive).digest("hex");
    if (actual !== expected) throw new Error(`the checksum of ${release.file} is ${actual}, expected ${expected ?? "one in SHA256SUMS"}`);
    writeFileSync(join(work, release.file), archive);
    const unpack = spawnSync("tar", ["-xzf", release.file, `${release.folder}/nats-server`], {
      cwd: work,
      encoding: "utf8",
      timeout: 60_000,
    });
    if (unpack.status !== 0) throw new Error(`${release.file} could not be unpacked: ${unpack.stderr || unpack.error?.message}`);
    chmodSync(join(work, release.folder, "nats-server"), 0o755);
    renameSync(join(work, release.folder, "nats-server"), target);
  } finally {
    rmSync(work, { recursive: true, force: true });
    await dispatcher.close();
  }
}
