import type { ServerResponse } from "node:http";
import { AppError, toProblem } from "@quartermaster/shared/errors";
import { request } from "undici";
import type { Scale } from "../cli/parse-args.ts";
import type { Ports } from "../processes/ports.ts";
import { type RunningProxy, startProxy } from "../proxy/round-robin.ts";

export interface FrontDoorOptions {
  host: string;
  ports: Ports;
  scale: Scale;
  /** What the stack still waits for; null when it serves. */
  notReadyBecause(): string | null;
}

const upTo = (count: number, port: (replica: number) => number): number[] => Array.from({ length: count }, (_, replica) => port(replica));

const answerReadiness = (response: ServerResponse, because: string | null): void => {
  if (because === null)
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ status: "ready" }));
  const problem = { ...toProblem(new AppError("not_ready")), detail: because };
  response.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1" }).end(JSON.stringify(problem));
};

async function someReplicaReady(host: string, ports: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(
    ports.map((port) =>
      request(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        async (response) => {
          await response.body.dump();
          return response.statusCode === 200;
        },
        () => false,
      ),
    ),
  );
  return answers.some(Boolean);
}

/** Opens P and P+1: the coordinator's and approvals' replicas behind them, and P's `/readyz`, which speaks for the whole stack. */
export async function startFrontDoors(options: FrontDoorOptions): Promise<RunningProxy> {
  const { host, ports, scale } = options;
  const coordinators = upTo(scale.coordinator, ports.coordinatorReplica);
  const coordinator = await startProxy({
    host,
    port: ports.coordinator,
    replicas: coordinators,
    answer(incoming, response) {
      if (incoming.url !== "/readyz") return false;
      const because = options.notReadyBecause();
      if (because !== null) answerReadiness(response, because);
      else void someReplicaReady(host, coordinators).then((ready) => answerReadiness(response, ready ? null : "no coordinator can serve"));
      return true;
    },
  });
  const approvals = await startProxy({ host, port: ports.approvals, replicas: upTo(scale.approvals, ports.approvalsReplica) });
  return {
    async close() {
      await Promise.all([coordinator.close(), approvals.close()]);
    },
  };
}
