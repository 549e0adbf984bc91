import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { readQueueSearch } from "./approvals/queue-search.ts";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PageBroken } from "./shell/page-broken.tsx";
import { Shell } from "./shell/shell.tsx";

const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= max ? value : undefined;
const optional = <K extends string>(key: K, value: string | undefined): { [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: string });

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage, errorComponent: PageBroken });
const index = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/home" });
  },
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./session/sign-in-page.tsx"), "SignInPage"),
  validateSearch: (search: Record<string, unknown>) => optional("to", textOf(search.to, 500)),
});
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });
const home = createRoute({
  getParentRoute: () => shell,
  path: "/home",
  component: lazyRouteComponent(() => import("./home/home-page.tsx"), "HomePage"),
});
const requests = createRoute({
  getParentRoute: () => shell,
  path: "/requests",
  component: lazyRouteComponent(() => import("./requests/requests-page.tsx"), "RequestsPage"),
});
const newRequest = createRoute({
  getParentRoute: () => shell,
  path: "/requests/new",
  component: lazyRouteComponent(() => import("./requests/new-request-page.tsx"), "NewRequestPage"),
  validateSearch: (search: Record<string, unknown>) => optional("text", textOf(search.text, 8_000)),
});
const request = createRoute({
  getParentRoute: () => shell,
  path: "/requests/$id",
  component: lazyRouteComponent(() => import("./requests/request-page.tsx"), "RequestPage"),
});
const trajectory = createRoute({
  getParentRoute: () => shell,
  path: "/requests/$id/trajectory",
  component: lazyRouteComponent(() => import("./trajectory/trajectory-page.tsx"), "TrajectoryPage"),
  validateSearch: (search: Record<string, unknown>) => ({
    ...optional("agent", textOf(search.agent, 40)),
    ...optional("kind", textOf(search.kind, 40)),
  }),
});
const approvals = createRoute({
  getParentRoute: () => shell,
  path: "/approvals",
  component: lazyRouteComponent(() => import("./approvals/approvals-page.tsx"), "ApprovalsPage"),
  validateSearch: readQueueSearch,
});
const approval = createRoute({
  getParentRoute: () => shell,
  path: "/approvals/$id",
  component: lazyRouteComponent(() => import("./approvals/approval-page.tsx"), "ApprovalPage"),
});
const agents = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  component: lazyRouteComponent(() => import("./agents/agents-page.tsx"), "AgentsPage"),
});
const ledger = createRoute({
  getParentRoute: () => shell,
  path: "/ledger",
  component: lazyRouteComponent(() => import("./ledger/ledger-page.tsx"), "LedgerPage"),
});
const policy = createRoute({
  getParentRoute: () => shell,
  path: "/policy",
  component: lazyRouteComponent(() => import("./policy/policy-page.tsx"), "PolicyPage"),
});

const health = createRoute({
  getParentRoute: () => shell,
  path: "/health",
  component: lazyRouteComponent(() => import("./health/health-page.tsx"), "HealthPage"),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  path: "/notifications",
  component: lazyRouteComponent(() => import("./notifications/notifications-page.tsx"), "NotificationsPage"),
});
const users = createRoute({
  getParentRoute: () => shell,
  path: "/users",
  component: lazyRouteComponent(() => import("./admin/users-page.tsx"), "UsersPage"),
});
const stop = createRoute({
  getParentRoute: () => shell,
  path: "/stop",
  component: lazyRouteComponent(() => import("./admin/switch-page.tsx"), "SwitchPage"),
});

// Inside the shell, so that whoever got lost has the navigation at hand.
const lost = createRoute({ getParentRoute: () => shell, path: "$", component: NotFoundPage });

const routeTree = root.addChildren([
  index,
  signIn,
  shell.addChildren([
    home,
    requests,
    newRequest,
    request,
    trajectory,
    approvals,
    approval,
    agents,
    ledger,
    policy,
    health,
    notifications,
    users,
    stop,
    lost,
  ]),
]);

/** The console's pages and what their addresses may say. */
export const router = createRouter({ routeTree, defaultPreload: "intent" });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
