import { Menu } from "@base-ui/react/menu";
import { Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { MenuAction, MenuPopup } from "../ui/menu-parts.tsx";
import { pagesFor } from "./navigation.ts";
import { Badge } from "./rail.tsx";
import { UserMenu } from "./user-menu.tsx";

const TAB = "relative flex flex-1 flex-col items-center justify-center gap-0.5 py-1.5 text-xs min-h-12";

/** Navigation under the thumb. */
export function BottomBar() {
  const m = useMessages();
  const pages = pagesFor(useSession().roles);
  const navigate = useNavigate();
  const [users, setUsers] = useState(false);
  return (
    <nav
      aria-label={m.mainNavigation}
      className="flex items-center border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] wide:hidden"
    >
      {pages.slice(0, 3).map(({ name, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          className={TAB}
          activeProps={{ className: "text-link font-medium", "aria-current": "page" }}
          inactiveProps={{ className: "text-ink-2" }}
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.9} />
          {m[name]}
          {name === "approvals" && (
            <span className="absolute top-0 left-[calc(50%+12px)]">
              <Badge />
            </span>
          )}
        </Link>
      ))}
      <Menu.Root>
        <Menu.Trigger className={`${TAB} text-ink-2`}>
          <Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.9} />
          {m.more}
        </Menu.Trigger>
        <MenuPopup side="top">
          <MenuAction onChoose={() => void navigate({ to: "/requests/new", search: {} })}>{m.newRequest}</MenuAction>
          {pages.slice(3).map(({ name, to }) => (
            <MenuAction key={name} onChoose={() => void navigate({ to })}>
              {m[name]}
            </MenuAction>
          ))}
        </MenuPopup>
      </Menu.Root>
      <div className="w-12">
        <UserMenu open={users} onOpenChange={setUsers} />
      </div>
    </nav>
  );
}
