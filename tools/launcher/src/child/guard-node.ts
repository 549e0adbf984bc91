// Preloaded into every service (`node --import`). The launcher holds the other end of standard input: when it is gone,
// even by `kill -9`, the pipe closes and the service must not go on alone.
const LAST_WORDS_MS = 3_000;

let leaving = false;
const leave = (): void => {
  if (leaving) return;
  leaving = true;
  setTimeout(() => process.kill(process.pid, "SIGKILL"), LAST_WORDS_MS);
  process.kill(process.pid, "SIGTERM");
};

process.stdin.on("end", leave).on("close", leave).on("error", leave);
process.stdin.resume();
// Watching must not keep a service alive that has nothing more to do.
(process.stdin as unknown as { unref?: () => void }).unref?.();
