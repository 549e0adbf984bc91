import { authenticateFirst } from "@quartermaster/shared/http";
import { registerCallRoutes } from "../calls/call-routes.ts";
import { registerDecisionRoutes } from "../decision/decision-routes.ts";
import { registerEditRoutes } from "../edits/edit-routes.ts";
import { registerSwitchRoutes } from "../kill-switch/switch-routes.ts";
import { registerLedgerRoutes } from "../ledger/ledger-routes.ts";
import type { NotificationRouteDeps } from "../notifications/settings/notification-route-deps.ts";
import { registerOwnRoutes } from "../notifications/settings/own-routes.ts";
import { registerWebhookRoutes } from "../notifications/settings/webhook-routes.ts";
import { registerPolicyRoutes } from "../policy/policy-routes.ts";
import { registerClaimRoutes } from "../queue/claim-routes.ts";
import { registerHealthRoute } from "../queue/health-route.ts";
import { registerQueueRoutes } from "../queue/queue-routes.ts";
import type { QueueStreams } from "../queue/queue-stream.ts";
import { registerTokenRoutes } from "../tokens/token-routes.ts";
import { registerUserRoutes } from "../users/user-routes.ts";

/** Registers every route of the service. */
export function registerRoutes(deps: NotificationRouteDeps, streams: QueueStreams): void {
  authenticateFirst(deps.server, (request) => deps.access.read(request));
  deps.server.get("/v1/approvals/events", async (request, reply) => {
    const viewer = await deps.access.read(request);
    const last = request.headers["last-event-id"];
    await streams.open(viewer, reply, typeof last === "string" ? last : undefined);
  });
  registerHealthRoute(deps);
  registerQueueRoutes(deps);
  registerDecisionRoutes(deps);
  registerEditRoutes(deps);
  registerClaimRoutes(deps);
  registerCallRoutes(deps);
  registerLedgerRoutes(deps);
  registerSwitchRoutes(deps);
  registerPolicyRoutes(deps);
  registerTokenRoutes(deps);
  registerUserRoutes(deps);
  registerOwnRoutes(deps);
  registerWebhookRoutes(deps);
}
