import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";
import { Initials } from "../ui/initials.tsx";
import { Mark } from "../ui/mark.tsx";
import { roleList } from "./role-words.ts";
import { useDemoUsers, useSession } from "./session-context.tsx";

/** Picks a demo person. */
export function SignInPage() {
  const m = useMessages();
  const session = useSession();
  const navigate = useNavigate();
  const { to } = useSearch({ from: "/sign-in" });
  const users = useDemoUsers(session.mode === "demo");
  const { user } = session;
  // Going on waits until the server confirmed who it is.
  useEffect(() => {
    if (user !== null) void navigate({ href: to?.startsWith("/") && !to.startsWith("//") ? to : "/home", replace: true });
  }, [user, to, navigate]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-[640px] flex-col gap-6 px-4 py-12">
      <div className="flex items-center gap-3">
        <Mark />
        <span className="text-md font-strong">Quartermaster</span>
        <span className="ml-auto rounded-sm bg-sunken px-2 py-0.5 text-xs text-ink-2">{m.demoBadge}</span>
      </div>
      <div>
        <h1 className="text-xl">{m.signInTitle}</h1>
        <p className="mt-1 text-ink-2">{session.mode === "demo" ? m.signInLead : m.signInOidc}</p>
      </div>
      {session.mode === "demo" && (
        <Block query={users} what={m.signInTitle}>
          {(list) =>
            list.length === 0 ? (
              <p>{m.signInEmpty}</p>
            ) : (
              <ul className="grid grid-cols-1 gap-2 wide:grid-cols-2">
                {list.map((user) => (
                  <li key={user.signInAs}>
                    <button
                      type="button"
                      onClick={() => session.switchTo(user.signInAs)}
                      className="target flex w-full items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-hover"
                    >
                      <Initials name={user.id} />
                      <span className="min-w-0">
                        <span className="block font-medium">
                          <Text value={user.id} />
                        </span>
                        <span className="block text-xs text-ink-3">{roleList(m, user.roles)}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Block>
      )}
    </main>
  );
}
