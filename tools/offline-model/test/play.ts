import { createLogger } from "@quartermaster/shared/log";
import { createApp } from "../src/app.ts";
import { type MEMORY, RUNTIME, runTool, TOOLS } from "./small-world.ts";

type Json = Record<string, unknown>;

export interface Played {
  calls: { name: string; args: Json; output: Json }[];
  answer: string | null;
}

export const app: ReturnType<typeof createApp> = createApp({ log: createLogger({ service: "test" }, "silent"), latencyMs: 0 });

interface Turn {
  choices: {
    message: { role: string; content: string | null; tool_calls?: { id: string; function: { name: string; arguments: string } }[] };
  }[];
}

/** Plays the tool loop against the small world until the model answers, asks or refuses. */
export async function play(
  agent: "supply" | "transit" | "export",
  words: string,
  facts: Json = {},
  allowed: string[] | null = null,
  more: typeof MEMORY = [],
): Promise<Played> {
  const names = allowed ?? [
    "transfer_stock",
    "reserve_stock",
    "release_reservation",
    "book_shipment",
    "place_hold",
    "draft_declaration",
    "lodge_declaration",
  ];
  const opening = `${words}\n\nFacts (JSON):\n${JSON.stringify({ businessNow: "2031-03-03T09:00:00Z", allowedActions: names, planned: [], records: [], ...facts })}`;
  const messages: Json[] = [
    { role: "system", content: "You are an agent." },
    { role: "user", content: opening },
  ];
  const calls: Played["calls"] = [];
  const effects = new Set([
    "adjust_stock",
    "transfer_stock",
    "reserve_stock",
    "release_reservation",
    "book_shipment",
    "place_hold",
    "draft_declaration",
    "lodge_declaration",
  ]);
  const tools = [
    ...(TOOLS[agent] ?? []).filter((tool) => !effects.has(tool.function.name) || names.includes(tool.function.name)),
    ...RUNTIME,
    ...more,
  ];
  for (let turn = 0; turn < 12; turn++) {
    const response = await app.inject({ method: "POST", url: "/v1/chat/completions", payload: { model: "m", messages, tools } });
    const message = (response.json() as Turn).choices[0]?.message;
    if (!message?.tool_calls) return { calls, answer: message?.content ?? null };
    messages.push(message as unknown as Json);
    for (const call of message.tool_calls) {
      const args = JSON.parse(call.function.arguments) as Json;
      const output = runTool(call.function.name, args);
      calls.push({ name: call.function.name, args, output });
      messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(output) });
      if (call.function.name === "ask_user" || call.function.name === "refuse") return { calls, answer: null };
    }
  }
  throw new Error("the conversation did not end");
}
