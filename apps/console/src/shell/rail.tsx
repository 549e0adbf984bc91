import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useMine } from "../approvals/approval-queries.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { Mark } from "../ui/mark.tsx";
import { pagesFor } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

/** Open items that the person can decide; nothing when there are none. */
export function Badge() {
  const mine = useMine();
  const count = mine.data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-brand px-1.5 text-2xs font-strong text-on-solid">{mine.data?.nextCursor ? `${count}+` : count}</span>
  );
}

/** Navigation at the left; folds to icons on narrow windows. */
export function Rail({ usersOpen, onUsersOpen }: { usersOpen: boolean; onUsersOpen(open: boolean): void }) {
  const m = useMessages();
  const pages = pagesFor(useSession().roles);
  return (
    <header className="flex h-full w-14 flex-col gap-4 border-r border-line bg-canvas px-2 py-4 desk:w-[var(--rail-width)] desk:px-3 max-wide:hidden">
      <Link to="/home" className="flex items-center gap-2.5 px-2 max-desk:px-1.5">
        <Mark />
        <span className="text-md font-strong max-desk:hidden">Quartermaster</span>
      </Link>
      <Link
        to="/requests/new"
        search={{}}
        className="target flex items-center gap-2 rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-hover max-desk:justify-center max-desk:px-0"
      >
        <Plus aria-hidden="true" className="size-4" strokeWidth={1.9} />
        <span className="flex-1 max-desk:sr-only">{m.newRequest}</span>
        <span className="max-desk:hidden">
          <KeyCap>N</KeyCap>
        </span>
      </Link>
      <nav aria-label={m.mainNavigation} className="flex flex-col gap-0.5">
        {pages.map(({ name, to, icon: Icon }) => (
          <Link
            key={name}
            to={to}
            activeProps={{ className: "bg-selected text-ink", "aria-current": "page" }}
            inactiveProps={{ className: "text-ink-2 hover:bg-hover" }}
            className="target relative flex items-center gap-3 rounded-md px-2 font-medium max-desk:justify-center"
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.9} />
            <span className="flex-1 max-desk:sr-only">{m[name]}</span>
            {name === "approvals" && (
              <span className="max-desk:absolute max-desk:top-0 max-desk:right-0">
                <Badge />
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="mt-auto">
        <UserMenu open={usersOpen} onOpenChange={onUsersOpen} />
      </div>
    </header>
  );
}
