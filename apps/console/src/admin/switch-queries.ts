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
  /** Which epoch each executor has confirmed; null: none yet. */
  executors: { domain: string; epoch: number | null }[];
}

/** Whether execution is stopped; looked at often, as another admin may be about to change it. */
export const useSwitch = (refetchInterval = 5_000) =>
  useQuery({
    queryKey: ["kill-switch"],
    queryFn: async () => (await call<SwitchState>("/v1/kill-switch")).body,
    refetchInterval,
  });

/** Every open page asks this, so less often than the switch's own page. */
const ELSEWHERE_MS = 10_000;

/** The stop that is in force for the company; null while execution runs, and while nobody could say. */
export function useStop(): SwitchWish | null {
  const { data } = useSwitch(ELSEWHERE_MS);
  return data?.stopped === true ? data.last : null;
}
