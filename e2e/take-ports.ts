import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Below the range that the system hands out for outgoing connections. */
const FIRST = 12_000;
const SIZE = 200;
const BLOCKS = 96;
/** One file for each block that is taken, holding the pid of the process that took it: workers and clones share the machine. */
const TAKEN = join(tmpdir(), "qm-test-ports");
/** Far from where other processes begin, and never back to a block whose stack may still be closing. */
let next = (process.pid * 29) % BLOCKS;

function isAlive(holder: string): boolean {
  try {
    // An empty file is being written: 0 asks for this very group, which lives.
    process.kill(Number(holder), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function create(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a block, also one whose holder has ended; of those who try at once only one gets the old file out of the way. */
function take(block: number): boolean {
  const file = join(TAKEN, String(block));
  if (create(file)) return true;
  const mine = `${file}.${process.pid}`;
  try {
    if (isAlive(readFileSync(file, "utf8"))) return false;
    renameSync(file, mine);
    const isStale = !isAlive(readFileSync(mine, "utf8"));
    if (!isStale) renameSync(mine, file);
    else rmSync(mine);
    return isStale && create(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * First of 200 consecutive ports that nothing else of a test run on this machine takes.
 *
 * @throws Error when every block is taken.
 */
export function takePorts(): number {
  mkdirSync(TAKEN, { recursive: true });
  for (let tried = 0; tried < BLOCKS; tried++) {
    const block = next;
    next = (next + 1) % BLOCKS;
    if (take(block)) return FIRST + block * SIZE;
  }
  throw new Error(`all ${BLOCKS} blocks of ports are taken, see ${TAKEN}`);
}
