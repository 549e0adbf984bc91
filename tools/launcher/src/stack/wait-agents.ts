import { AGENTS } from "@quartermaster/shared/contracts";
import { request } from "undici";
import type { Scale } from "../cli/parse-args.ts";
import { LaunchError } from "../launch-error.ts";

interface AgentsPage {
  items: { name: string; state: string; instances: { state: string }[] }[];
}

const isPresent = (state: string): boolean => state === "ready" || state === "busy";

/** Which agents the coordinator does not see in full strength, in words; null when it sees all. */
export function missingAgents(page: AgentsPage, scale: Scale): string | null {
  const missing = AGENTS.flatMap((name) => {
    const seen = page.items.find((item) => item.name === name)?.instances.filter((instance) => isPresent(instance.state)).length ?? 0;
    return seen >= scale[name] ? [] : [scale[name] === 1 ? name : `${name} (${seen} of ${scale[name]})`];
  });
  return missing.length === 0 ? null : missing.join(", ");
}

/** Waits until the coordinator has heard every agent. @throws LaunchError naming those it did not hear. */
export async function waitAgents(baseUrl: string, scale: Scale, patienceMs: number): Promise<void> {
  let because = "it does not answer";
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    try {
      const response = await request(`${baseUrl}/v1/agents`, {
        headers: { authorization: "Bearer demo-planner.anna" },
        signal: AbortSignal.timeout(4_000),
      });
      const text = await response.body.text();
      if (response.statusCode === 200) {
        const missing = missingAgents(JSON.parse(text) as AgentsPage, scale);
        if (missing === null) return;
        because = `not heard: ${missing}`;
      } else because = `it answers ${response.statusCode}: ${text.slice(0, 200)}`;
    } catch {
      because = "it does not answer";
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new LaunchError(`the coordinator does not see every agent: ${because}`);
}
