import { useMutation } from "@tanstack/react-query";
import { useMessages } from "../messages/use-messages.tsx";
import { readToken } from "../session/token.ts";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";

/** Fetches the steps as JSON lines and hands them to the browser as a file; a plain link could not carry the sign-in. */
async function download(id: string): Promise<void> {
  const answer = await fetch(`/v1/requests/${encodeURIComponent(id)}/trajectory`, {
    headers: { accept: "application/x-ndjson", authorization: `Bearer ${readToken() ?? ""}` },
    credentials: "omit",
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok) throw new Error(`http ${answer.status}`);
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `trajectory-${id}.jsonl`;
  link.click();
  URL.revokeObjectURL(url);
}

/** Button that keeps the trajectory as a file of JSON lines. */
export function DownloadLines({ id }: { id: string }) {
  const m = useMessages();
  const fetching = useMutation({ mutationFn: () => download(id) });
  return (
    <span className="ml-auto flex items-center gap-3">
      {fetching.isError && (
        <span role="alert" className="text-danger-ink">
          <ErrorText error={fetching.error} />
        </span>
      )}
      <Button onClick={() => fetching.mutate()} disabled={fetching.isPending}>
        {m.download}
      </Button>
    </span>
  );
}
