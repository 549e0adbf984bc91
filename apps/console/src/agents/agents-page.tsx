import type { AgentInfo } from "../api/types.ts";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { AgentBadge } from "../ui/agent-badge.tsx";
import { Block } from "../ui/block.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { Ago } from "../ui/time-text.tsx";
import { useAgents } from "./agent-queries.ts";

function InstanceList({ instances }: { instances: AgentInfo["instances"] }) {
  const m = useMessages();
  return (
    <ul>
      {instances.map((instance) => (
        <li key={instance.id} className="flex flex-wrap items-center gap-x-4 py-0.5">
          <Code value={instance.id} />
          <StateWord state={instance.state} word={wordOf(m.agentState, instance.state)} />
          <span className="text-ink-2">{m.inflight(instance.inflight)}</span>
          <span className="text-xs text-ink-3">
            <Ago at={instance.lastSeen} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** An agent's instances; those of earlier starts are folded away while another one answers. */
function Instances({ agent }: { agent: AgentInfo }) {
  const m = useMessages();
  if (agent.instances.length === 0) return <p className="text-ink-2">{m.noInstances}</p>;
  const here = agent.instances.filter((instance) => instance.state !== "gone");
  const gone = agent.instances.filter((instance) => instance.state === "gone");
  if (here.length === 0) return <InstanceList instances={gone} />;
  return (
    <>
      <InstanceList instances={here} />
      {gone.length > 0 && (
        <details className="text-ink-2">
          <summary className="target cursor-pointer text-xs">{m.earlierInstances(gone.length)}</summary>
          <InstanceList instances={gone} />
        </details>
      )}
    </>
  );
}

function AgentBand({ agent }: { agent: AgentInfo }) {
  const m = useMessages();
  const gone = agent.state === "gone";
  return (
    <section aria-label={agent.name} className="rounded-lg border border-line bg-surface px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2>
          <AgentBadge agent={agent.name} className="text-md" />
        </h2>
        <StateWord state={agent.state} word={wordOf(m.agentState, agent.state)} />
        <span className="text-ink-2">{m.queueDepth(agent.queueDepth)}</span>
        {agent.card?.version && <Code value={agent.card.version} className="ml-auto text-ink-3" />}
      </div>
      {gone && <p className="mt-3 rounded-md bg-danger-wash px-3 py-2 text-danger-ink">{m.agentGone}</p>}
      {agent.card?.description && (
        <p className="mt-2 max-w-[68ch] text-ink-2">
          <Text value={agent.card.description} />
        </p>
      )}
      <div className="mt-3 grid grid-cols-1 gap-6 desk:grid-cols-2">
        <div>
          <h3 className="mb-1 text-xs font-strong text-ink-2">{m.instances}</h3>
          <Instances agent={agent} />
        </div>
        {agent.card?.skills && agent.card.skills.length > 0 && (
          <div>
            <h3 className="mb-1 text-xs font-strong text-ink-2">{m.skills}</h3>
            <p className="flex flex-wrap gap-2">
              {agent.card.skills.map((skill) => (
                <Code key={skill.id} value={skill.id} className="rounded-sm bg-sunken px-1.5 py-0.5 text-ink-2" />
              ))}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

/** One band per agent: presence, load, card. */
export function AgentsPage() {
  const m = useMessages();
  const query = useAgents();
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <h1 className="mb-4 text-lg">{m.agents}</h1>
      <Block query={query} what={m.agents} lines={6}>
        {(agents) => (
          <div className="flex flex-col gap-4">
            {agents.map((agent) => (
              <AgentBand key={agent.name} agent={agent} />
            ))}
          </div>
        )}
      </Block>
    </div>
  );
}
