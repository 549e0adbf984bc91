import type { Bus } from "@quartermaster/shared/bus";
import type { SimulatedBus } from "./bus.ts";
import type { Process } from "./scheduler.ts";

const ANSWER_MS = 2_000;

/** What the product asks with, for one process. */
export function askThrough(bus: SimulatedBus, process: Process): Pick<Bus, "request"> {
  return {
    async request(subject, body, options) {
      const reply = await bus.request(process, subject, body, options?.timeoutMs ?? ANSWER_MS);
      return { subject, body: reply.body, headers: new Map() };
    },
  };
}
