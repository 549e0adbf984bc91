import { useMessages } from "../messages/use-messages.tsx";
import { Button } from "../ui/button.tsx";

/** Stands where a page failed; the rest of the console is not touched. */
export function PageBroken() {
  const m = useMessages();
  return (
    <main role="alert" className="p-8">
      <h1 className="mb-3 text-lg">{m.pageBroken}</h1>
      <Button onClick={() => window.location.reload()}>{m.tryAgain}</Button>
    </main>
  );
}
