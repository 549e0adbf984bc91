import { useLocation, useNavigate } from "@tanstack/react-router";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Says that the server does not take the sign-in any more; drafts stay where they are. */
export function SignedOut() {
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
