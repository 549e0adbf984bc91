// The thread of one program (`runSandbox` starts it): the machine, and a line to the thread that holds the functions.
import { parentPort, workerData } from "node:worker_threads";
import { type MachineInput, runMachine } from "./sandbox-machine.ts";
import type { FromSandbox } from "./sandbox-result.ts";

const port = parentPort;
if (!port) throw new Error("the sandbox runs as a thread only");
const tell = (message: FromSandbox): void => port.postMessage(message);

const result = await runMachine(workerData as MachineInput, (name, json) => {
  const answer = new Promise<string>((resolve) => port.once("message", (text: string) => resolve(text)));
  tell({ kind: "call", name, json });
  return answer;
});
tell({ kind: "end", result });
