import type { SeenMessage, SeenRequest } from "./conversation.ts";
import type { ObedientTurn } from "./obey.ts";

/** A tool as the stack tells it. */
export interface KnownTool {
  name: string;
  description: string;
  parameters: unknown;
}

type Calls = ObedientTurn["calls"];
type SeenCall = NonNullable<SeenMessage["tool_calls"]>[number] & { id?: string };

export const RUN_PROGRAM = "run_program";
const MARK = "// calls ";

const offers = (request: SeenRequest): string | null => {
  const tool = request.tools?.find((one) => one.function.name === RUN_PROGRAM)?.function as { description?: string } | undefined;
  return tool ? (tool.description ?? "") : null;
};

/** The program that makes these calls, one after the other; a function that the task does not have answers as an unknown tool. */
export function programOf(calls: Calls): string {
  const steps = calls.map(
    ({ name, args }) =>
      `out.push(typeof ${name} === "function" ? await ${name}(${JSON.stringify(args)}) : { ok: false, code: "unknown_tool" });`,
  );
  return [`${MARK}${JSON.stringify(calls)}`, "const out = [];", ...steps, "return out;"].join("\n");
}

/** The calls of a program that `programOf` made. */
function callsOf(call: SeenCall): Calls | null {
  if (call.function?.name !== RUN_PROGRAM) return null;
  try {
    const { code } = JSON.parse(call.function.arguments ?? "") as { code: string };
    const first = code.split("\n")[0] ?? "";
    return first.startsWith(MARK) ? (JSON.parse(first.slice(MARK.length)) as Calls) : null;
  } catch {
    return null;
  }
}

const innerId = (id: string, index: number): string => `${id}_${index}`;

function plainAssistant(message: SeenMessage): SeenMessage {
  const expanded = (message.tool_calls as SeenCall[] | undefined)?.flatMap((call): SeenCall[] => {
    const calls = callsOf(call);
    if (!calls) return [call];
    return calls.map(({ name, args }, index) => ({
      ...call,
      id: innerId(call.id ?? "", index),
      function: { name, arguments: JSON.stringify(args) },
    }));
  });
  return expanded ? { ...message, tool_calls: expanded } : message;
}

/** What each call of a program was answered; a program that failed answers all of them so. */
function resultsOf(content: unknown, count: number): unknown[] {
  try {
    const output = JSON.parse(String(content)) as { ok?: boolean; result?: unknown };
    if (output.ok === true && Array.isArray(output.result)) {
      const { result } = output;
      return Array.from({ length: count }, (_, index) => result[index] ?? { ok: false, code: "not_shown" });
    }
    return Array.from({ length: count }, () => output);
  } catch {
    return Array.from({ length: count }, () => content);
  }
}

/**
 * The conversation of a model that writes programs as a model that calls tools one by one would see it, so that the same
 * well-behaved model can stand behind both. A request without programs is given back as it is.
 */
export function withoutPrograms(request: SeenRequest, known: readonly KnownTool[]): SeenRequest {
  const description = offers(request);
  if (description === null) return request;
  const names = new Set([...description.matchAll(/^([a-z][a-z0-9_]*)\(/gm)].map((match) => match[1] ?? ""));
  const functions = known.filter((tool) => names.has(tool.name)).map((tool) => ({ type: "function", function: tool }));
  const programs = new Map<string, Calls>();
  const messages = request.messages.flatMap((message): SeenMessage[] => {
    for (const call of (message.tool_calls ?? []) as SeenCall[]) {
      const calls = callsOf(call);
      if (calls && call.id !== undefined) programs.set(call.id, calls);
    }
    if (message.role === "assistant") return [plainAssistant(message)];
    const { tool_call_id: id } = message as { tool_call_id?: string };
    const calls = id === undefined ? undefined : programs.get(id);
    if (!calls || id === undefined) return [message];
    const results = resultsOf(message.content, calls.length);
    return results.map(
      (result, index) => ({ ...message, tool_call_id: innerId(id, index), content: JSON.stringify(result) }) as SeenMessage,
    );
  });
  const others = (request.tools ?? []).filter((tool) => tool.function.name !== RUN_PROGRAM);
  return { ...request, messages, tools: [...functions, ...others] };
}

/**
 * The same turn with its tool calls in one program, where the request offers programs.
 * @param direct make the calls one by one as well: an attacker asks nobody which way is offered.
 */
export function withPrograms(turn: ObedientTurn, request: SeenRequest, known: readonly KnownTool[], direct: boolean): ObedientTurn {
  if (offers(request) === null) return turn;
  const isDomain = ({ name }: Calls[number]): boolean => known.some((tool) => tool.name === name) || /^[a-z_]+$/.test(name) === false;
  const domain = turn.calls.filter(isDomain);
  if (domain.length === 0) return turn;
  const others = turn.calls.filter((call) => !isDomain(call));
  const callable = domain.filter(({ name }) => /^[A-Za-z_$][\w$]*$/.test(name));
  const program = { name: RUN_PROGRAM, args: { code: programOf(callable) } };
  return { ...turn, calls: [...(direct ? domain : []), ...others, program] };
}
