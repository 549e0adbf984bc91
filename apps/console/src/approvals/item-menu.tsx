import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { ErrorText } from "../ui/block.tsx";
import { MenuAction, MenuPopup } from "../ui/menu-parts.tsx";
import { useKeys } from "../ui/use-keys.ts";
import type { LoadedApproval } from "./approval-queries.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { TextDialog } from "./text-dialog.tsx";
import { useItemAction } from "./use-item-action.ts";

type Open = "edit" | "delegate" | "comment" | null;

/** What a person can do with an open item beside deciding it. */
export function ItemMenu({ loaded }: { loaded: LoadedApproval }) {
  const m = useMessages();
  const { user } = useSession();
  const announce = useAnnounce();
  const [open, setOpen] = useState<Open>(null);
  const [sent, setSent] = useState(0);
  const close = () => setOpen(null);
  const act = useItemAction(loaded, ({ kind }) => {
    close();
    // The next comment begins with an empty field.
    setSent((count) => count + 1);
    announce(m.itemDone[kind]);
  });
  const show = (dialog: Open) => {
    // A failure of one dialog says nothing in another.
    act.reset();
    setOpen(dialog);
  };
  const { claimedBy, card, canDecide } = loaded.approval;
  const mine = claimedBy !== null && claimedBy === user;
  const claim = () => act.mutate({ kind: mine ? "release" : "claim" });
  useKeys({ c: claim, e: () => show("edit") }, canDecide);
  const key = `${loaded.approval.id} ${card.hash}`;
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={m.itemMore}
          className="target inline-flex items-center justify-center rounded-md border border-line-control bg-surface px-2 hover:bg-hover max-wide:h-12"
        >
          <Ellipsis aria-hidden="true" className="size-4" strokeWidth={1.9} />
        </Menu.Trigger>
        <MenuPopup side="top">
          {canDecide && <MenuAction onChoose={() => show("edit")}>{m.editOpen}</MenuAction>}
          {canDecide && (claimedBy === null || mine) && <MenuAction onChoose={claim}>{mine ? m.release : m.claim}</MenuAction>}
          {canDecide && <MenuAction onChoose={() => show("delegate")}>{m.delegate}</MenuAction>}
          <MenuAction onChoose={() => show("comment")}>{m.comment}</MenuAction>
        </MenuPopup>
      </Menu.Root>
      {act.isError && open === null && (
        <span role="alert" className="text-xs text-danger-ink">
          <ErrorText error={act.error} />
        </span>
      )}
      <EditDialog key={`edit ${key}`} loaded={loaded} open={open === "edit"} onClose={close} />
      <TextDialog
        key={`delegate ${key}`}
        open={open === "delegate"}
        onClose={close}
        title={m.delegateTitle}
        lead={m.delegateLead}
        label={m.delegateTo}
        lines={1}
        send={m.delegateSend}
        forbidden={m.delegateCannot}
        error={act.error}
        busy={act.isPending}
        onSend={(to) => act.mutate({ kind: "delegate", to })}
      />
      <TextDialog
        key={`comment ${key} ${sent}`}
        open={open === "comment"}
        onClose={close}
        title={m.comment}
        lead={m.commentLead}
        label={m.commentText}
        lines={4}
        send={m.commentSend}
        error={act.error}
        busy={act.isPending}
        onSend={(text) => act.mutate({ kind: "comments", text })}
      />
    </>
  );
}
