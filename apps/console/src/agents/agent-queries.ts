import { useQuery } from "@tanstack/react-query";
import { call } from "../api/http.ts";
import type { AgentInfo, Page } from "../api/types.ts";

export const useAgents = () =>
  useQuery({ queryKey: ["agents"], queryFn: async () => (await call<Page<AgentInfo>>("/v1/agents")).body.items, refetchInterval: 5_000 });
