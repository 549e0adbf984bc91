import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/http.ts";
import type { Page } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleList } from "../session/role-words.ts";
import { useSession } from "../session/session-context.tsx";
import { Text } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Initials } from "../ui/initials.tsx";
import { type User, UserDialog } from "./user-dialog.tsx";

const useUsers = () =>
  useInfiniteQuery({
    queryKey: ["users"],
    queryFn: async ({ pageParam }) =>
      (await call<Page<User>>(`/v1/users?limit=100${pageParam === null ? "" : `&cursor=${encodeURIComponent(pageParam)}`}`)).body,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

function UserRow({ user, onEdit }: { user: User; onEdit: (() => void) | null }) {
  const m = useMessages();
  const { user: me } = useSession();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-4 py-2.5 not-first:border-t">
      <Initials name={user.id} />
      <span className="min-w-0 flex-1">
        <Text value={user.id} className="font-medium" />{" "}
        <span className="block text-xs text-ink-2">{user.roles.length === 0 ? m.userNoRoles : roleList(m, user.roles)}</span>
      </span>
      {!user.active && <Chip tone="amber">{m.userInactive}</Chip>}
      {user.id === me ? (
        <span className="text-xs text-ink-2">{m.userOwn}</span>
      ) : (
        onEdit !== null && <Button onClick={onEdit}>{m.userEdit(user.id)}</Button>
      )}
    </li>
  );
}

/** People of the company and their roles, where they are kept here. */
export function UsersPage() {
  const m = useMessages();
  const { roles, mode } = useSession();
  const query = useUsers();
  // Which dialog is open; counted, so that each opening begins with what is in force.
  const [open, setOpen] = useState<{ user: User | null; round: number } | null>(null);
  const [round, setRound] = useState(0);
  const mayChange = roles.includes("admin") && mode === "demo";
  const edit = (user: User | null): void => {
    setRound(round + 1);
    setOpen({ user, round: round + 1 });
  };
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <div className="mb-1 flex flex-wrap items-center gap-3">
        <h1 className="text-lg">{m.users}</h1>
        {mayChange && (
          <Button className="ml-auto" onClick={() => edit(null)}>
            {m.userAdd}
          </Button>
        )}
      </div>
      <p className="mb-4 max-w-[68ch] text-ink-2">{mode === "demo" ? m.usersLead : m.usersOidc}</p>
      <Block query={query} what={m.users} lines={8}>
        {(data) => {
          const users = data.pages.flatMap((page) => page.items);
          if (users.length === 0) return <p className="text-ink-2">{m.usersEmpty}</p>;
          return (
            <ul className="overflow-hidden rounded-lg border border-line bg-surface">
              {users.map((user) => (
                <UserRow key={user.id} user={user} onEdit={mayChange ? () => edit(user) : null} />
              ))}
            </ul>
          );
        }}
      </Block>
      {query.hasNextPage && (
        <Button look="quiet" className="mt-3" onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {m.loadMore}
        </Button>
      )}
      <UserDialog key={round} open={open !== null} user={open?.user ?? null} onClose={() => setOpen(null)} />
    </div>
  );
}
