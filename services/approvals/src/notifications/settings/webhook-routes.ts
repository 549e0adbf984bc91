import { Id, newId, type Principal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { sealedAnswers } from "../../http/sealed-answers.ts";
import { withIdempotency } from "../../http/with-idempotency.ts";
import { storeDeliveries } from "../delivery/collect-items.ts";
import { DeliveryQuery, listDeliveries } from "../delivery/list-deliveries.ts";
import { Events, ownWebhookHosts } from "./change-own-settings.ts";
import { viewChannel } from "./channel.ts";
import { addChannel, changeChannel, lockChannels, removeChannel, tenantWebhook, tenantWebhooks } from "./channel-store.ts";
import { newSecret } from "./new-secret.ts";
import type { NotificationRouteDeps } from "./notification-route-deps.ts";
import { setHosts } from "./set-hosts.ts";

const Params = z.strictObject({ id: Id });
const NewWebhook = z.strictObject({ url: z.string().min(1).max(2_000), events: Events });
const Host = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[1-9]\d{0,4})?$/, "must be a host such as hooks.example.com");
const Hosts = z.strictObject({ hosts: z.array(Host).max(100) });
const PATH = "/v1/notifications/webhooks";

function requireRole(principal: Principal, roles: readonly Principal["roles"][number][]): void {
  if (!principal.roles.some((role) => roles.includes(role)))
    throw new AppError("role_missing", { detail: `this needs the role ${roles.join(" or ")}` });
}

/** Registers the company's webhooks and where people may have their own: changed by admins, read by auditors as well. */
export function registerWebhookRoutes(deps: NotificationRouteDeps): void {
  const { server, access, pool, answers, egress, ring } = deps;
  const sealed = sealedAnswers(answers, ring);
  server.get(PATH, async (request) => {
    const viewer = await access.read(request);
    requireRole(viewer, ["admin", "auditor"]);
    return { items: (await transaction(pool, viewer.tenant, async (tx) => await tenantWebhooks(tx, viewer.tenant))).map(viewChannel) };
  });
  server.post(PATH, { schema: { body: NewWebhook } }, async (request, reply) => {
    const admin = await access.decide(request);
    requireRole(admin, ["admin"]);
    const { url, events } = request.body;
    egress.check(url, "body:/url");
    return await withIdempotency(sealed, admin, request, reply, async (callId) => {
      // Named after the call: a repeat after a crash finds the one that was made.
      const id = callId === null ? newId("chn") : `chn_${callId.slice(4)}`;
      const made = await transaction(pool, admin.tenant, async (tx) => {
        await lockChannels(tx, admin.tenant);
        return await addChannel(tx, ring, {
          tenant: admin.tenant,
          id,
          owner: null,
          kind: "webhook",
          target: url,
          events,
          created_by: admin.user,
        });
      });
      reply.code(201);
      return { ...viewChannel(made), secret: made.secret };
    });
  });
  server.put(`${PATH}/:id`, { schema: { params: Params, body: z.strictObject({ events: Events }) } }, async (request) => {
    const admin = await access.decide(request);
    requireRole(admin, ["admin"]);
    return await transaction(pool, admin.tenant, async (tx) => {
      await lockChannels(tx, admin.tenant);
      const channel = await tenantWebhook(tx, admin.tenant, request.params.id);
      return viewChannel(await changeChannel(tx, admin.user, channel, request.body.events));
    });
  });
  server.delete(`${PATH}/:id`, { schema: { params: Params } }, async (request, reply) => {
    const admin = await access.decide(request);
    requireRole(admin, ["admin"]);
    await transaction(pool, admin.tenant, async (tx) => {
      await lockChannels(tx, admin.tenant);
      await removeChannel(tx, admin.user, await tenantWebhook(tx, admin.tenant, request.params.id));
    });
    return await reply.code(204).send();
  });
  server.post(
    `${PATH}/:id/secret`,
    { schema: { params: Params, body: z.strictObject({ endOldNow: z.boolean().default(false) }) } },
    async (request, reply) => {
      const admin = await access.decide(request);
      requireRole(admin, ["admin"]);
      return await withIdempotency(sealed, admin, request, reply, async () => {
        return await transaction(pool, admin.tenant, async (tx) => {
          await lockChannels(tx, admin.tenant);
          const channel = await tenantWebhook(tx, admin.tenant, request.params.id);
          return { ...viewChannel(channel), ...(await newSecret(tx, ring, admin.user, channel, request.body.endOldNow)) };
        });
      });
    },
  );
  server.post(`${PATH}/:id/test`, { schema: { params: Params } }, async (request, reply) => {
    const admin = await access.decide(request);
    requireRole(admin, ["admin"]);
    return await withIdempotency(answers, admin, request, reply, async () => {
      const messageId = newId("ntf");
      await transaction(pool, admin.tenant, async (tx) => {
        const channel = await tenantWebhook(tx, admin.tenant, request.params.id);
        if (channel.stopped !== null) throw new AppError("conflict", { detail: "this webhook is stopped; change it to start it again" });
        const message = { type: "notifications.test" as const, timestamp: new Date().toISOString(), data: { by: admin.user } };
        await storeDeliveries(tx, admin.tenant, [{ channelId: channel.id, messageId, message }]);
      });
      reply.code(202);
      return { messageId };
    });
  });
  server.get("/v1/notifications/deliveries", { schema: { querystring: DeliveryQuery } }, async (request) => {
    const viewer = await access.read(request);
    requireRole(viewer, ["admin", "auditor"]);
    return await transaction(pool, viewer.tenant, async (tx) => await listDeliveries(tx, viewer.tenant, null, request.query));
  });
  server.get("/v1/notifications/hosts", async (request) => {
    const viewer = await access.read(request);
    return { hosts: await transaction(pool, viewer.tenant, async (tx) => await ownWebhookHosts(tx, viewer.tenant)) };
  });
  server.put("/v1/notifications/hosts", { schema: { body: Hosts } }, async (request) => {
    const admin = await access.decide(request);
    requireRole(admin, ["admin"]);
    const hosts = [...new Set(request.body.hosts)].sort();
    for (const [index, host] of hosts.entries()) egress.check(`https://${host}/`, `body:/hosts/${index}`);
    return await transaction(pool, admin.tenant, async (tx) => {
      await lockChannels(tx, admin.tenant);
      await setHosts(tx, admin, hosts);
      return { hosts };
    });
  });
}
