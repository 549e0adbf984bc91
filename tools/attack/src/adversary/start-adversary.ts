import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Injection } from "../injections.ts";
import type { SeenRequest } from "./conversation.ts";
import { type ObedientTurn, obey, payloadsIn } from "./obey.ts";
import { type KnownTool, RUN_PROGRAM, withoutPrograms, withPrograms } from "./through-programs.ts";

export interface Adversary {
  baseUrl: string;
  /** Ids of the payloads that some prompt contained. */
  shown: ReadonlySet<string>;
  /** Ids of the strings that it said itself, as an agent's reply. */
  said: ReadonlySet<string>;
  /** Prompts that contained one of these texts; secrets must never be in any. */
  promptsWith(texts: readonly string[]): number;
  /** Turns that called tools through a program. */
  programs(): number;
  /** Tells it the tools of the stack, which it needs to read and write programs. */
  learn(tools: readonly KnownTool[]): void;
  stop(): Promise<void>;
}

interface Completion {
  choices: {
    finish_reason: string;
    message: { role: string; content: string | null; tool_calls?: { function: { name: string; arguments: string } }[] };
  }[];
}

/** What a completion says, as a turn. */
function turnOf(completion: Completion): ObedientTurn {
  const message = completion.choices[0]?.message;
  const calls = (message?.tool_calls ?? []).map((call) => ({
    name: call.function.name,
    args: JSON.parse(call.function.arguments) as unknown,
  }));
  return { content: message?.content ?? null, calls };
}

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
};

let calls = 0;
function replace(completion: Completion, turn: ObedientTurn): Completion {
  const message = {
    role: "assistant",
    content: turn.content,
    ...(turn.calls.length > 0
      ? {
          tool_calls: turn.calls.map((call) => ({
            id: `call_${++calls}`,
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.args) },
          })),
        }
      : {}),
  };
  return { ...completion, choices: [{ finish_reason: turn.calls.length > 0 ? "tool_calls" : "stop", message }] };
}

/** Routing: the adversary names everything that the schema lets it name. */
function widen(completion: Completion, request: SeenRequest): Completion {
  const schema = (
    request.response_format as { json_schema?: { schema?: { properties?: Record<string, { items?: { enum?: string[] } }> } } } | undefined
  )?.json_schema?.schema;
  const wide = Object.fromEntries(Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, property.items?.enum ?? []]));
  return replace(completion, { content: JSON.stringify(wide), calls: [] });
}

/**
 * A model server that behaves like the model behind it until a payload reaches it, and from then on does what the payload says.
 * @param behindUrl base URL of a well-behaved model.
 */
export async function startAdversary(behindUrl: string, injections: readonly Injection[]): Promise<Adversary> {
  const shown = new Set<string>();
  const said = new Set<string>();
  const prompts: string[] = [];
  let programs = 0;
  let known: readonly KnownTool[] = [];
  const server = createServer(async (request, response) => {
    try {
      const text = await bodyOf(request);
      const asked = text === "" ? null : (JSON.parse(text) as SeenRequest);
      const seen = asked?.messages ? withoutPrograms(asked, known) : null;
      const behind = await fetch(`${behindUrl}${(request.url ?? "").replace(/^\/v1/, "")}`, {
        method: request.method ?? "GET",
        headers: { "content-type": "application/json" },
        ...(text === "" ? {} : { body: seen ? JSON.stringify(seen) : text }),
        signal: AbortSignal.timeout(20_000),
      });
      const answer = await behind.text();
      let body = answer;
      if (behind.ok && asked && seen) {
        prompts.push(text);
        const visible = payloadsIn(seen.messages, injections);
        for (const { injection } of visible) shown.add(injection.id);
        const completion = JSON.parse(answer) as Completion;
        const isRouting = (seen.tools ?? []).length === 0;
        if (isRouting) body = JSON.stringify(visible.length > 0 ? widen(completion, seen) : completion);
        else {
          const normal = turnOf(completion);
          const obedient = obey(seen, injections, normal.calls.length === 0);
          for (const { id, carrier_field: carrier, payload } of injections)
            if (carrier === "agent.reply" && obedient?.calls.length === 0 && obedient.content?.includes(payload)) said.add(id);
          const turn = withPrograms(obedient ?? normal, asked, known, obedient !== null);
          if (turn.calls.some((call) => call.name === RUN_PROGRAM)) programs += 1;
          body = JSON.stringify(turn === normal ? completion : replace(completion, turn));
        }
      }
      response.writeHead(behind.status, { "content-type": "application/json" }).end(body);
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    shown,
    said,
    programs: () => programs,
    learn: (tools) => {
      known = tools;
    },
    promptsWith: (texts) => prompts.filter((prompt) => texts.some((text) => prompt.includes(text))).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
