import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import type { Page } from "../api/types.ts";
import type { Wish } from "./wish.ts";

/** A way to be told, as the server shows it. */
export interface Channel {
  id: string;
  target: string;
  events: string[];
  confirmed: boolean;
  stopped: string | null;
  dropped: number;
}

export interface OwnNotifications extends Omit<Wish, "email" | "webhook"> {
  email: Channel | null;
  webhook: Channel | null;
  available: { email: boolean; webhookHosts: string[] };
}

export interface Delivery {
  id: string;
  channelId: string;
  type: string;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  createdAt: string;
  log: { ok: boolean; outcome: string }[];
}

const PATH = "/v1/me/notifications";
const KEY = ["own-notifications"];
const SENT = ["own-deliveries"];

/** How the signed-in person is told. */
export const useOwnNotifications = () => useQuery({ queryKey: KEY, queryFn: async () => (await call<OwnNotifications>(PATH)).body });

/** What was sent to them, or is to be; the newest ten. */
export const useOwnDeliveries = () =>
  useQuery({ queryKey: SENT, queryFn: async () => (await call<Page<Delivery>>(`${PATH}/deliveries?limit=10`)).body });

/** Replaces what was there; the answer holds the key of a webhook that is new, once. */
export function useSaveNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wish: Wish) =>
      (await call<OwnNotifications & { webhookSecret: string | null }>(PATH, { method: "PUT", body: wish })).body,
    onSuccess: ({ webhookSecret: _shownOnce, ...settings }) => {
      client.setQueryData(KEY, settings);
      void client.invalidateQueries({ queryKey: SENT });
    },
  });
}

/** Proves an e-mail address with the code of the mail. */
export function useConfirmAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => await call(`${PATH}/confirm`, { method: "POST", body: { code } }),
    onSuccess: async () => await client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Sends a test over every way that works. */
export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call<{ channels: string[] }>(`${PATH}/test`, { method: "POST", body: {} })).body,
    onSuccess: async () => await client.invalidateQueries({ queryKey: SENT }),
  });
}
