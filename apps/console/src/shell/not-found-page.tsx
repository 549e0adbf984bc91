import { Link } from "@tanstack/react-router";
import { useMessages } from "../messages/use-messages.tsx";

export function NotFoundPage() {
  const m = useMessages();
  return (
    <main className="p-8">
      <h1 className="text-lg">{m.notFound}</h1>
      <Link to="/home" className="text-link underline">
        {m.home}
      </Link>
    </main>
  );
}
