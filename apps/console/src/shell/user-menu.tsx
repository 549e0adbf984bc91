import { Menu } from "@base-ui/react/menu";
import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { useLanguage } from "../messages/use-messages.tsx";
import { roleList } from "../session/role-words.ts";
import { nameOf, useDemoUsers, useSession } from "../session/session-context.tsx";
import { Text } from "../text/text.tsx";
import { Initials } from "../ui/initials.tsx";
import { MenuAction, MenuChoice, MenuPopup } from "../ui/menu-parts.tsx";
import { readTheme, setTheme, type Theme } from "../ui/theme.ts";

function Preferences() {
  const { messages: m, language, setLanguage } = useLanguage();
  const [theme, setState] = useState(readTheme);
  const themes: [Theme, string][] = [
    ["system", m.themeSystem],
    ["light", m.themeLight],
    ["dark", m.themeDark],
  ];
  return (
    <>
      <Menu.Group>
        <Menu.GroupLabel className="px-3 pt-1 text-xs text-ink-3">{m.theme}</Menu.GroupLabel>
        {themes.map(([each, word]) => (
          <MenuChoice
            key={each}
            checked={theme === each}
            onChoose={() => {
              setTheme(each);
              setState(each);
            }}
          >
            {word}
          </MenuChoice>
        ))}
      </Menu.Group>
      <Menu.Group>
        <Menu.GroupLabel className="px-3 pt-1 text-xs text-ink-3">{m.language}</Menu.GroupLabel>
        <MenuChoice checked={language === "en"} onChoose={() => setLanguage("en")}>
          English
        </MenuChoice>
        <MenuChoice checked={language === "de"} onChoose={() => setLanguage("de")}>
          Deutsch
        </MenuChoice>
      </Menu.Group>
    </>
  );
}

/** Who is signed in; opens the list of demo people, appearance and language. */
export function UserMenu({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { messages: m } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  const users = useDemoUsers(session.mode === "demo" && open);
  const user = session.user ?? "";
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      <Menu.Trigger className="target flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-hover">
        <Initials name={user} />
        <span className="sr-only">{m.switchUser}: </span>
        <span className="min-w-0 flex-1 max-desk:sr-only">
          <span className="block truncate font-medium">
            <Text value={user} />
          </span>
          <span className="block truncate text-xs text-ink-2">{roleList(m, session.roles)}</span>
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-3.5 text-ink-3 max-desk:hidden" strokeWidth={1.9} />
      </Menu.Trigger>
      <MenuPopup side="top">
        {session.mode === "demo" && <p className="px-3 py-1 text-xs text-ink-3">{m.demoBadge}</p>}
        {users.data?.map((each) => (
          <MenuChoice key={each.signInAs} checked={each.id === nameOf(user)} onChoose={() => session.switchTo(each.signInAs)}>
            <span className="min-w-0">
              <Text value={each.id} /> <span className="text-xs text-ink-2">{roleList(m, each.roles)}</span>
            </span>
          </MenuChoice>
        ))}
        <Menu.Separator className="my-1 h-px bg-line" />
        <Preferences />
        <Menu.Separator className="my-1 h-px bg-line" />
        <MenuAction
          onChoose={() => {
            session.signOut();
            void navigate({ to: "/sign-in", search: {} });
          }}
        >
          {m.signOut}
        </MenuAction>
      </MenuPopup>
    </Menu.Root>
  );
}
