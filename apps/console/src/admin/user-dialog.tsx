import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../api/http.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { roleWord } from "../session/role-words.ts";
import { plainLabel } from "../text/reveal-text.ts";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export interface User {
  id: string;
  roles: string[];
  active: boolean;
}

export interface UserDialogProps {
  open: boolean;
  /** Whose roles are changed; null for a new person. */
  user: User | null;
  onClose(): void;
}

/** Changes roles and sign-in of a person, or makes one. */
export function UserDialog({ open, user, onClose }: UserDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [id, setId] = useState("");
  const [roles, setRoles] = useState<readonly string[]>(user?.roles ?? []);
  const [active, setActive] = useState(user?.active ?? true);
  const key = useRef({ words: "", key: "" });
  const first = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async () => {
      const path = `/v1/users/${encodeURIComponent(user?.id ?? id.trim())}`;
      const body = { roles, active };
      const words = JSON.stringify([path, body]);
      if (key.current.words !== words) key.current = { words, key: crypto.randomUUID() };
      return await call(path, { method: "POST", body, idempotencyKey: key.current.key });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["users"] });
      onClose();
    },
  });
  const canSave = (user !== null || id.trim() !== "") && !save.isPending;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (canSave) save.mutate();
  };
  return (
    <Dialog open={open} onClose={onClose} title={user === null ? m.userAdd : m.userEdit(plainLabel(user.id))} initialFocus={first}>
      <form onSubmit={send}>
        {user === null && (
          <label className="mt-3 block">
            <span className="font-strong">{m.userName}</span>
            <input
              ref={first}
              value={id}
              maxLength={80}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setId(event.target.value)}
              className="target mt-1 w-full rounded-md border border-line-control bg-surface px-2 font-mono"
            />
          </label>
        )}
        <fieldset className="mt-4 min-w-0">
          <legend className="font-strong">{m.userRoles}</legend>
          <div className="grid grid-cols-1 wide:grid-cols-2">
            {Object.keys(m.roles).map((role, index) => (
              <label key={role} className="target flex items-center gap-2 text-sm">
                <input
                  {...(user !== null && index === 0 ? { ref: first } : {})}
                  type="checkbox"
                  checked={roles.includes(role)}
                  onChange={(event) => setRoles(event.target.checked ? [...roles, role] : roles.filter((other) => other !== role))}
                  className="size-4 accent-brand"
                />
                {roleWord(m, role)}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="target mt-2 flex items-center gap-2 border-t border-line pt-2">
          <input type="checkbox" checked={active} onChange={(event) => setActive(event.target.checked)} className="size-4 accent-brand" />
          {m.userActive}
        </label>
        <p role="alert" className="min-h-5 text-danger-ink">
          {save.isError && <ErrorText error={save.error} />}
        </p>
        <div className="mt-2 flex gap-3">
          <Button className="flex-1" onClick={onClose}>
            {m.cancel}
          </Button>
          <Button type="submit" look="primary" className="flex-1" disabled={!canSave}>
            {m.userSave}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
