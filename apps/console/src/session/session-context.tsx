import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/http.ts";
import type { DemoUser, Page, Session } from "../api/types.ts";
import { noteBusinessTime } from "../live/server-clock.ts";
import { onSignOut, readDemoUser, writeDemoUser } from "./token.ts";

interface SessionValue {
  /** Who is signed in; null when nobody is. */
  user: string | null;
  roles: readonly string[];
  mode: "demo" | "oidc";
  loading: boolean;
  /** True when the server stopped taking the token while the page was open. */
  expired: boolean;
  switchTo(user: string): void;
  signOut(): void;
}

const SessionContext = createContext<SessionValue | null>(null);

/** Name without its tenant. */
export const nameOf = (demoUser: string): string => demoUser.split("@")[0] ?? demoUser;

async function fetchSession(demoUser: string | null): Promise<Session> {
  try {
    const { body } = await call<Partial<Session> & { user?: unknown; businessNow?: string }>("/v1/session");
    const user = typeof body.user === "string" ? body.user : demoUser === null ? null : nameOf(demoUser);
    const now = body.now ?? body.businessNow;
    return { user, roles: body.roles ?? [], mode: body.mode ?? "demo", ...(now ? { now } : {}) };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.problem.status !== 404 && error.problem.status !== 401)) throw error;
    // Nobody signed in yet, or the token is not taken any more: the sign-in page says who can.
    return { user: null, roles: [], mode: "demo" };
  }
}

/** Holds who is signed in. Switching the person forgets everything that the last one saw. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [demoUser, setDemoUser] = useState(readDemoUser);
  const [expired, setExpired] = useState(false);
  const query = useQuery({ queryKey: ["session", demoUser], queryFn: () => fetchSession(demoUser), staleTime: 300_000, retry: 3 });
  useEffect(() => onSignOut(() => setExpired(true)), []);
  useEffect(() => {
    if (query.data?.now) noteBusinessTime(query.data.now);
  }, [query.data]);
  const change = useCallback(
    (next: string | null) => {
      writeDemoUser(next);
      client.clear();
      noteBusinessTime(undefined);
      setExpired(false);
      setDemoUser(next);
    },
    [client],
  );
  const value = useMemo<SessionValue>(
    () => ({
      user: demoUser === null ? null : (query.data?.user ?? null),
      roles: query.data?.roles ?? [],
      mode: query.data?.mode ?? "demo",
      loading: query.isPending,
      expired,
      switchTo: (user) => change(user),
      signOut: () => change(null),
    }),
    [query.data, query.isPending, expired, change, demoUser],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Who is signed in. */
export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error("there is no session around this component");
  return value;
}

/** The people of a demo; each with the name to sign in as. */
export function useDemoUsers(enabled = true) {
  return useQuery({
    queryKey: ["demo-users"],
    enabled,
    staleTime: 300_000,
    queryFn: async () => {
      const { body } = await call<Page<{ user?: string; id?: string; roles: string[]; token?: string }>>("/v1/demo/users");
      return body.items.map((item): DemoUser & { signInAs: string } => {
        const id = item.user ?? item.id ?? "";
        return { id, roles: item.roles, signInAs: item.token?.replace(/^demo-/, "") ?? id };
      });
    },
  });
}
