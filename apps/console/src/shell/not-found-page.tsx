import { Link } from "@tanstack/react-router";
import { useMessages } from "../messages/use-messages.tsx";

/** Stands at every address that leads to no page; the navigation is around it. */
export function NotFoundPage() {
  const m = useMessages();
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-8 wide:px-8">
      <h1 className="text-xl">{m.notFound}</h1>
      <p className="mt-1 mb-6 max-w-[68ch] text-ink-2">{m.notFoundText}</p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/home" className="text-link underline">
          {m.home}
        </Link>
        <Link to="/requests" className="text-link underline">
          {m.requests}
        </Link>
        <Link to="/approvals" search={{}} className="text-link underline">
          {m.approvals}
        </Link>
      </p>
    </div>
  );
}
