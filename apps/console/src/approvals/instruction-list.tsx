import type { ApprovalEdit, Card, Origin } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Code, Text } from "../text/text.tsx";
import { Chip, type Tone } from "../ui/chip.tsx";
import { editedPointers } from "./edited-pointers.ts";
import { flattenArgs } from "./flatten-args.ts";

const TONES: Readonly<Record<string, Tone>> = { requester: "blue", record: "grey", computed: "grey", agent: "amber", untrusted: "magenta" };

/** Ends the name of what was quoted or pasted into a request, as a source of values. */
const PASTED = "#pasted";

function OriginChip({ origin }: { origin: Origin | null }) {
  const m = useMessages();
  if (origin === null) return <Chip tone="amber">{m.origin.none}</Chip>;
  return (
    <>
      <Chip tone={TONES[origin.kind] ?? "amber"}>
        {m.origin[origin.kind] ?? m.origin.none}
        {origin.kind !== "untrusted" && origin.record && <Code value={origin.record} />}
        {origin.text && <Code value={origin.text} />}
      </Chip>
      {origin.kind === "untrusted" && origin.record && (
        <Chip>{origin.record.endsWith(PASTED) ? m.pastedIntoRequest : m.matchesRecord(origin.record)}</Chip>
      )}
    </>
  );
}

/** Section 6: every leaf of the instruction with its path and where its value came from. */
export function InstructionList({ card, edit }: { card: Card; edit: ApprovalEdit | null }) {
  const m = useMessages();
  // Until a card shows the edit, the values on it are still those of before.
  const edited = edit !== null && edit.revision !== null ? { by: edit.by, at: editedPointers(edit.from, card.args) } : null;
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-6 gap-y-1.5 max-wide:grid-cols-1 max-wide:gap-y-0.5">
      {flattenArgs(card.args, card.origins).map((leaf) => (
        <div key={leaf.pointer} className="contents">
          <dt className="text-ink-2 max-wide:mt-2">
            <Code value={leaf.path} />
          </dt>
          <dd className="flex flex-wrap items-baseline gap-2">
            {leaf.text === null ? (
              <Chip>{m.earlierStep}</Chip>
            ) : (
              <Text value={leaf.text} whole className="font-mono text-[0.92em] font-medium" />
            )}
            {leaf.text !== null &&
              (edited?.at.has(leaf.pointer) ? (
                <Chip tone="blue">
                  <Text value={m.editedOrigin(edited.by)} />
                </Chip>
              ) : (
                <OriginChip origin={leaf.origin} />
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
