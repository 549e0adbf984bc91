import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Ends a child when this process ends in any way, kill -9 included: a watcher waits for the end of a pipe that only this
 * process holds open.
 */
export function endWithThisProcess(child: ChildProcess, signal: "QUIT" | "KILL"): void {
  const script = `cat >/dev/null; kill -${signal} "$0" 2>/dev/null`;
  const watcher = spawn("sh", ["-c", script, String(child.pid)], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  watcher.unref();
  (watcher.stdin as Socket | null)?.unref();
  child.once("exit", () => {
    watcher.kill("SIGKILL");
    watcher.stdin?.destroy();
  });
}
