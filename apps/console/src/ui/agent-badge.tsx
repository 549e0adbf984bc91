import { Bot, Boxes, FileCheck2, type LucideIcon, Ship } from "lucide-react";
import { Text } from "../text/text.tsx";

const AGENTS: Readonly<Record<string, { icon: LucideIcon; ink: string; wash: string; rule: string }>> = {
  supply: { icon: Boxes, ink: "text-supply", wash: "bg-supply-wash", rule: "bg-supply" },
  transit: { icon: Ship, ink: "text-transit", wash: "bg-transit-wash", rule: "bg-transit" },
  export: { icon: FileCheck2, ink: "text-export", wash: "bg-export-wash", rule: "bg-export" },
};
const OTHER = { icon: Bot, ink: "text-ink-2", wash: "bg-sunken", rule: "bg-line-strong" };

/** Colours and picture that identify an agent; never a state. */
export const agentLook = (agent: string) => (Object.hasOwn(AGENTS, agent) ? (AGENTS[agent] ?? OTHER) : OTHER);

export function AgentBadge({ agent, className = "" }: { agent: string; className?: string }) {
  const look = agentLook(agent);
  const Icon = look.icon;
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${look.ink} ${className}`}>
      <span className={`grid size-5 place-items-center rounded-sm ${look.wash}`}>
        <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
      </span>
      <Text value={agent} />
    </span>
  );
}
