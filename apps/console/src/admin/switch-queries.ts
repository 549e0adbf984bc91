import { useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";

export interface SwitchWish {
  id: string;
  action: "stop" | "resume";
  reason: string;
  askedBy: string;
  askedAt: string;
  expiresAt: string;
  confirmedBy: string | null;
  confirmedAt: string | null;
  epoch: number | null;
}

export interface SwitchState {
  stopped: boolean;
  epoch: number;
  /** What waits for a second admin. */
  pending: SwitchWish | null;
  /** The newest confirmed stop or resume. */
  last: SwitchWish | null;
  executors: { domain: string; epoch: number }[];
}

/** Whether execution is stopped; looked at often, as another admin may be about to change it. */
export const useSwitch = () =>
  useQuery({
    queryKey: ["kill-switch"],
    queryFn: async () => (await call<SwitchState>("/v1/kill-switch")).body,
    refetchInterval: 5_000,
  });
