import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Block } from "../ui/block.tsx";
import { Mark } from "../ui/mark.tsx";
import { PersonList } from "./person-list.tsx";
import { useDemoUsers, useSession } from "./session-context.tsx";
import { splitPeople } from "./split-people.ts";

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
          {(list) => {
            const { first, others } = splitPeople(list, Object.keys(m.firstPeople));
            if (list.length === 0) return <p>{m.signInEmpty}</p>;
            return (
              <div className="flex flex-col gap-6">
                {first.length > 0 && (
                  <section className="flex flex-col gap-3" data-first>
                    <p>{m.signInFirst}</p>
                    <PersonList people={first} onPick={session.switchTo} />
                  </section>
                )}
                {others.length > 0 && (
                  <section className="flex flex-col gap-3">
                    {first.length > 0 && <h2 className="text-sm font-strong text-ink-2">{m.signInOthers}</h2>}
                    <PersonList people={others} onPick={session.switchTo} />
                  </section>
                )}
              </div>
            );
          }}
        </Block>
      )}
    </main>
  );
}
