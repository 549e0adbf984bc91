import { useEffect, useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Block } from "../ui/block.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { type LoadedApproval, useApproval } from "./approval-queries.ts";
import { cardKey } from "./card-key.ts";

/** Keeps the card that a person reads on the screen even when the server has another one by now. */
function HeldCard({ latest }: { latest: LoadedApproval }) {
  const [held, setHeld] = useState(latest);
  const same = held.approval.id === latest.approval.id && held.approval.card.hash === latest.approval.card.hash;
  useEffect(() => {
    if (same) setHeld(latest);
  }, [same, latest]);
  const shown = same ? latest : held;
  return <ApprovalCard key={cardKey(shown.approval)} loaded={shown} newer={same ? null : latest} onShowNewer={() => setHeld(latest)} />;
}

/** Loads one approval and shows its card. */
export function ApprovalPane({ id }: { id: string }) {
  const m = useMessages();
  const query = useApproval(id);
  if (query.data === undefined) {
    return (
      <div className="mx-auto w-full max-w-[884px] px-4 pt-6 wide:px-8">
        <Block query={query} what={m.approvals} lines={10}>
          {() => null}
        </Block>
      </div>
    );
  }
  return <HeldCard key={id} latest={query.data} />;
}
