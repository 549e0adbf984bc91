import type { DemoUser } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { Initials } from "../ui/initials.tsx";
import { roleList } from "./role-words.ts";

export interface PersonListProps {
  people: readonly (DemoUser & { signInAs: string })[];
  /** Called with the name to sign in as. */
  onPick(signInAs: string): void;
}

/** Demo people to pick from: who it is, the roles, and for some what they are there for. */
export function PersonList({ people, onPick }: PersonListProps) {
  const m = useMessages();
  const purposes: Readonly<Record<string, string>> = m.firstPeople;
  return (
    <ul className="grid grid-cols-1 gap-2 wide:grid-cols-2">
      {people.map((person) => (
        <li key={person.signInAs}>
          <button
            type="button"
            onClick={() => onPick(person.signInAs)}
            className="target flex w-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-hover"
          >
            <Initials name={person.id} />
            <span className="min-w-0">
              <span className="block font-medium">
                <Text value={person.id} />
              </span>
              {Object.hasOwn(purposes, person.id) && <span className="block text-xs text-ink-2">{purposes[person.id]}</span>}
              <span className="block text-xs text-ink-3">{roleList(m, person.roles)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
