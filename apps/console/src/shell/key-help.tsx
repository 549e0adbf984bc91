import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { pagesFor } from "./navigation.ts";

/** Every key and what it does. */
export function KeyHelp({ open, onClose }: { open: boolean; onClose(): void }) {
  const m = useMessages();
  const pages = pagesFor(useSession().roles);
  const rows: [string, string][] = [
    ...pages.map((entry): [string, string] => [`g ${entry.key}`, m[entry.name]]),
    ["n", m.newRequest],
    ["/", m.keySearch],
    ["u", m.keyUsers],
    ["j k", m.keyMove],
    ["Enter", m.keyOpen],
    ["Esc", m.keyBack],
    ["x", m.keyChoose],
    ["c", m.keyClaim],
    ["e", m.keyEdit],
    ["r", m.keyReject],
    ["a", m.keyApprove],
    ["?", m.keyThisList],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={m.keyboard}>
      <dl className="mt-3 grid grid-cols-[5rem_1fr] gap-y-1">
        {rows.map(([key, word]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
