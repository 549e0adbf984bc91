import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { LiveProvider, useLive } from "../live/live-context.tsx";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { Waiting } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";
import { useKeys } from "../ui/use-keys.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { KeyHelp } from "./key-help.tsx";
import { NAVIGATION } from "./navigation.ts";
import { Rail } from "./rail.tsx";

function OfflineStrip() {
  const m = useMessages();
  const { online } = useLive();
  return online ? null : (
    <p role="alert" className="bg-warn-wash px-4 py-1 text-center text-warn-ink">
      {m.offlineStrip}
    </p>
  );
}

function SignedOut() {
  const m = useMessages();
  const session = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const go = (): void => {
    session.signOut();
    void navigate({ to: "/sign-in", search: { to: location.href } });
  };
  return (
    <Dialog open={session.expired} onClose={go} title={m.signedOutTitle}>
      <p className="mt-2 mb-4 text-ink-2">{m.signedOutText}</p>
      <Button look="primary" onClick={go}>
        {m.signIn}
      </Button>
    </Dialog>
  );
}

function Frame() {
  const m = useMessages();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const [usersOpen, setUsersOpen] = useState(false);
  const [help, setHelp] = useState(false);
  useKeys({
    ...Object.fromEntries(NAVIGATION.map((entry) => [`g ${entry.key}`, () => void navigate({ to: entry.to })])),
    n: () => void navigate({ to: "/requests/new", search: {} }),
    u: () => setUsersOpen(true),
    "?": () => setHelp(true),
  });
  const cardAlone = phone && /^\/approvals\/./.test(pathname);
  return (
    <div className="flex h-dvh">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-2">
        {m.skipToContent}
      </a>
      <Rail usersOpen={usersOpen} onUsersOpen={setUsersOpen} />
      <div className="flex min-w-0 flex-1 flex-col">
        <OfflineStrip />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
        {phone && !cardAlone && <BottomBar />}
      </div>
      <KeyHelp open={help} onClose={() => setHelp(false)} />
      <SignedOut />
    </div>
  );
}

/** Everything around a page; sends to the sign-in page who is not signed in. */
export function Shell() {
  const session = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const away = !session.loading && session.user === null && !session.expired;
  useEffect(() => {
    if (away) void navigate({ to: "/sign-in", search: location.pathname === "/" ? {} : { to: location.href }, replace: true });
  }, [away, navigate, location]);
  if (session.user === null && !session.expired)
    return (
      <div className="p-8">
        <Waiting />
      </div>
    );
  return (
    <LiveProvider>
      <Announcer>
        <Frame />
      </Announcer>
    </LiveProvider>
  );
}
