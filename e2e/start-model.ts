import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { takePorts } from "./take-ports.ts";
import { until } from "./until.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

export interface ModelServer {
  /** For QM_MODEL_BASE_URL. */
  readonly baseUrl: string;
  /** Chat completions answered so far: what a provider would bill. */
  calls(): number;
  stop(): Promise<void>;
}

interface Completion {
  choices: { message: { content: string | null; reasoning_content?: string; tool_calls?: { id: string }[] } }[];
  usage?: unknown;
  system_fingerprint?: string;
}

/** Another provider's manners: other words, other call ids, a reasoning field, no usage. The calls themselves stay. */
function inOtherWords(completion: Completion): Completion {
  for (const { message } of completion.choices) {
    if (message.tool_calls) {
      message.reasoning_content = "The next step is a lookup.";
      for (const call of message.tool_calls) call.id = `fc-${call.id}`;
    }
  }
  delete completion.usage;
  completion.system_fingerprint = "fp_other";
  return completion;
}

/** A second OpenAI-compatible server in front of the rules of the offline model; it counts every paid call. */
export async function startModel(options: { otherWords?: boolean } = {}): Promise<ModelServer> {
  const port = takePorts();
  const behind: ChildProcess = spawn(process.execPath, ["tools/offline-model/dist/main.js"], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH ?? "", QM_HTTP_PORT: String(port), QM_HTTP_HOST: "127.0.0.1" },
    stdio: "ignore",
  });
  await until("the model answers", () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  let calls = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const isCall = request.url?.endsWith("/chat/completions") ?? false;
      if (isCall) calls++;
      const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
        method: request.method ?? "GET",
        headers: { "content-type": "application/json" },
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const text = await answer.text();
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(isCall && options.otherWords && answer.ok ? JSON.stringify(inOtherWords(JSON.parse(text) as Completion)) : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const ended = new Promise((resolve) => behind.once("exit", resolve));
      behind.kill("SIGTERM");
      await ended;
    },
  };
}
