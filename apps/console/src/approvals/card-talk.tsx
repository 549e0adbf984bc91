import type { Approval } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { Clock } from "../ui/time-text.tsx";
import { editLines } from "./edit-lines.ts";

/** Who narrowed the step, and from what to what; part of no hash, so it says only what the server keeps beside the card. */
export function EditNote({ approval }: { approval: Approval }) {
  const m = useMessages();
  const { edit } = approval;
  if (!edit) return null;
  return (
    <p className="mt-4 rounded-md bg-info-wash px-4 py-3 text-info-ink" data-edit>
      {edit.revision === null ? m.editUnderWay(edit.by) : m.editedBy(edit.by)} <Text value={editLines(edit.from, edit.args).join("; ")} />
    </p>
  );
}

/** What people wrote to each other about an item; decisions stand elsewhere. */
export function Comments({ approval }: { approval: Approval }) {
  const m = useMessages();
  if (!approval.comments || approval.comments.length === 0) return null;
  return (
    <section className="mt-8">
      <h3 className="mb-3 text-sm font-strong">{m.comments}</h3>
      <ul className="flex flex-col gap-2">
        {approval.comments.map((comment) => (
          <li key={comment.id}>
            <p className="text-xs text-ink-2">
              <Text value={comment.by} />, <Clock at={comment.at} />
            </p>
            <p>
              <Text value={comment.text} multiline />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
