import { Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { StopBanner } from "../admin/stop-banner.tsx";
import { LiveProvider, useLive } from "../live/live-context.tsx";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Announcer } from "../ui/announcer.tsx";
import { Waiting } from "../ui/block.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";
import { useKeys } from "../ui/use-keys.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { pagesFor } from "./navigation.ts";
import { Rail } from "./rail.tsx";

const KeyHelp = lazy(() => import("./key-help.tsx").then((module) => ({ default: module.KeyHelp })));
const SignedOut = lazy(() => import("./signed-out.tsx").then((module) => ({ default: module.SignedOut })));

const SIGN_IN = "/sign-in";
const START = "/home";

function OfflineStrip() {
  const m = useMessages();
  const { online } = useLive();
  return online ? null : (
    <p role="alert" className="bg-warn-wash px-4 py-1 text-center text-warn-ink">
      {m.offlineStrip}
    </p>
  );
}

function Frame() {
  const m = useMessages();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const [usersOpen, setUsersOpen] = useState(false);
  const [help, setHelp] = useState(false);
  const { expired, roles } = useSession();
  const pages = pagesFor(roles);
  useKeys({
    ...Object.fromEntries(pages.map((entry) => [`g ${entry.key}`, () => void navigate({ to: entry.to })])),
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
        <StopBanner mayOpen={pages.some((page) => page.name === "stopAll")} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
        <main id="content" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
        {phone && !cardAlone && <BottomBar />}
      </div>
      <Suspense fallback={null}>
        {help && <KeyHelp open onClose={() => setHelp(false)} />}
        {expired && <SignedOut />}
      </Suspense>
    </div>
  );
}

/** Everything around a page; sends to the sign-in page who is not signed in. */
export function Shell() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, href } = useLocation();
  // The shell stays on the screen until the sign-in page takes its place; the address is already the new one then.
  const away = !session.loading && session.user === null && !session.expired && pathname !== SIGN_IN;
  useEffect(() => {
    if (away) void navigate({ to: SIGN_IN, search: pathname === START ? {} : { to: href }, replace: true });
  }, [away, navigate, pathname, href]);
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
