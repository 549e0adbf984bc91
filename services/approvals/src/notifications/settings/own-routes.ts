import { newId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { withIdempotency } from "../../http/with-idempotency.ts";
import { storeDeliveries } from "../delivery/collect-items.ts";
import { DeliveryQuery, listDeliveries } from "../delivery/list-deliveries.ts";
import { changeOwnSettings, OwnWish, readOwnSettings } from "./change-own-settings.ts";
import { ownChannel } from "./channel-store.ts";
import { tryCode } from "./confirm-address.ts";
import type { NotificationRouteDeps } from "./notification-route-deps.ts";

const Code = z.strictObject({ code: z.string().regex(/^\d{8}$/, "must be the 8 digits of the mail") });

/** Registers how a person is told. Everybody sees and changes their own only. */
export function registerOwnRoutes(deps: NotificationRouteDeps): void {
  const { server, access, pool, answers } = deps;
  server.get("/v1/me/notifications", async (request, reply) => {
    const viewer = await access.read(request);
    reply.header("cache-control", "no-store");
    return await transaction(pool, viewer.tenant, async (tx) => await readOwnSettings(tx, deps, viewer));
  });
  server.put("/v1/me/notifications", { schema: { body: OwnWish } }, async (request, reply) => {
    const viewer = await access.decide(request);
    reply.header("cache-control", "no-store");
    return await transaction(pool, viewer.tenant, async (tx) => await changeOwnSettings(tx, deps, viewer, request.body));
  });
  server.post("/v1/me/notifications/confirm", { schema: { body: Code } }, async (request) => {
    const viewer = await access.decide(request);
    const done = await transaction(pool, viewer.tenant, async (tx) => await tryCode(tx, viewer.tenant, viewer.user, request.body.code));
    if (done === "no_address") throw new AppError("not_found", { detail: "you have set no e-mail address" });
    if (done === "wrong") throw new AppError("code_wrong", { errors: [{ path: "body:/code", message: "not the code, or too late" }] });
    return await transaction(pool, viewer.tenant, async (tx) => await readOwnSettings(tx, deps, viewer));
  });
  server.post("/v1/me/notifications/test", async (request, reply) => {
    const viewer = await access.decide(request);
    return await withIdempotency(answers, viewer, request, reply, async () => {
      const channels = await transaction(pool, viewer.tenant, async (tx) => {
        const both = [
          await ownChannel(tx, viewer.tenant, viewer.user, "email"),
          await ownChannel(tx, viewer.tenant, viewer.user, "webhook"),
        ];
        const good = both.filter((channel) => channel !== null).filter((channel) => channel.confirmed && channel.stopped === null);
        const message = { type: "notifications.test" as const, timestamp: new Date().toISOString(), data: { by: viewer.user } };
        await storeDeliveries(
          tx,
          viewer.tenant,
          good.map((channel) => ({ channelId: channel.id, messageId: newId("ntf"), message })),
        );
        return good.map((channel) => channel.kind);
      });
      if (channels.length === 0) throw new AppError("conflict", { detail: "you have no channel that a test could go to" });
      reply.code(202);
      return { channels };
    });
  });
  server.get("/v1/me/notifications/deliveries", { schema: { querystring: DeliveryQuery } }, async (request) => {
    const viewer = await access.read(request);
    return await transaction(pool, viewer.tenant, async (tx) => await listDeliveries(tx, viewer.tenant, viewer.user, request.query));
  });
}
