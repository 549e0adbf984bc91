import type { Bus } from "@quartermaster/shared/bus";
import type { JsonValue } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { askAgent } from "../agents/catalogue.ts";

const RPC_TIMEOUT_MS = 5_000;
/** Messages that one task's journal is read in at most. */
const MAX_PAGES = 20;

const Page = z.looseObject({ state: z.string().optional(), steps: z.array(z.unknown()).optional(), nextStep: z.number().int().nullish() });

export interface FetchedTrajectory {
  /** As the agent tells it; `cut` stands where more steps exist than were read. */
  body: JsonValue;
  /** Nothing is missing and nothing will be added: the agent's own word that the task has ended, and its last step was read. */
  complete: boolean;
}

/**
 * Asks an agent what a task did; its journal may take several messages. Whether the task has ended is asked of the agent: the
 * coordinator ends tasks of its own accord while their agents still write.
 * @throws AppError unavailable | timeout
 */
export async function fetchTrajectory(
  bus: Pick<Bus, "request">,
  agent: string,
  tenant: string,
  taskId: string,
): Promise<FetchedTrajectory> {
  let head: Record<string, unknown> = {};
  let state: string | undefined;
  const all: unknown[] = [];
  let fromStep: number | null = 0;
  for (let page = 0; fromStep !== null && page < MAX_PAGES; page++) {
    const read: z.infer<typeof Page> = Page.parse(
      await askAgent(bus, agent, "qm/GetTrajectory", { taskId, tenant, fromStep }, RPC_TIMEOUT_MS),
    );
    const { steps = [], nextStep, ...rest } = read;
    head = rest;
    state = read.state;
    all.push(...steps);
    fromStep = nextStep ?? null;
  }
  const cut = fromStep === null ? {} : { cut: { stepsRead: all.length } };
  return { body: { ...head, ...cut, steps: all } as JsonValue, complete: fromStep === null && state === "done" };
}
