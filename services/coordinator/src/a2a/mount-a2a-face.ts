import { A2A_RATE, buildCard, DurableRequestHandler, type FastifyA2aOptions, mountA2a, signCard } from "@quartermaster/agent/a2a";
import { subjects } from "@quartermaster/shared/contracts";
import { type Authenticate, createRateLimit, type HttpServer } from "@quartermaster/shared/http";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { createRequestTaskSource } from "./request-task-source.ts";

const SKILL = {
  id: "operations",
  name: "Inventory operations",
  description: "Takes a request in plain words or as known steps, plans it over supply, transit and export, and runs what people approve",
  tags: ["inventory", "transport", "customs"],
  examples: ["Move 60 VLV-050 from Hamburg to Valencia by 14 Dec", "How much VLV-050 is in Hamburg?"],
};

/** Serves the coordinator itself as an A2A agent: a request is a task, approval is AUTH_REQUIRED. @returns what stands behind it. */
export function mountA2aFace(
  server: HttpServer,
  context: CoordinatorContext,
  orchestrator: Orchestrator,
  authenticate: Authenticate,
  options: { publicUrl: string; onBus: boolean },
): FastifyA2aOptions {
  const card = signCard(
    buildCard({
      name: "coordinator",
      description: "Coordinates supply, transit and export; effects happen only after approval",
      version: "1.0.0",
      skills: [SKILL],
      url: `${options.publicUrl}/a2a/jsonrpc`,
      ...(options.onBus ? { natsSubject: subjects.rpc("coordinator") } : {}),
    }),
    context.signer,
  );
  const face: FastifyA2aOptions = {
    handler: new DurableRequestHandler(createRequestTaskSource(context, orchestrator), () => card),
    authenticate: async (authorization) => ({ ...(await authenticate(authorization)), authorization }),
    limit: createRateLimit(A2A_RATE),
  };
  mountA2a(server, face);
  return face;
}
