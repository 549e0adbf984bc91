import { Link, useParams } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useMessages } from "../messages/use-messages.tsx";
import { ApprovalPane } from "./approval-pane.tsx";

/** A card alone on its page: from a mail link, in a new window, on the phone. */
export function ApprovalPage() {
  const m = useMessages();
  const { id } = useParams({ from: "/shell/approvals/$id" });
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto overscroll-contain bg-surface">
      <nav className="px-4 pt-3" aria-label={m.backToQueue}>
        <Link to="/approvals" search={{}} className="target inline-flex items-center gap-1 text-link">
          <ChevronLeft aria-hidden="true" className="size-4" strokeWidth={1.9} />
          {m.backToQueue}
        </Link>
      </nav>
      <h1 className="sr-only">{m.approvals}</h1>
      <div className="flex-1">
        <ApprovalPane key={id} id={id} />
      </div>
    </div>
  );
}
