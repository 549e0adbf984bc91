import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

const QUIET_MS = 10_000;
const AnnounceContext = createContext<(sentence: string, urgent?: boolean) => void>(() => {});

/** One polite live region, at most one sentence in ten seconds; urgent ones go to an assertive region at once. */
export function Announcer({ children }: { children: ReactNode }) {
  const [polite, setPolite] = useState("");
  const [urgent, setUrgent] = useState("");
  const last = useRef(0);
  const announce = useCallback((sentence: string, isUrgent = false) => {
    if (isUrgent) return setUrgent(sentence);
    if (Date.now() - last.current < QUIET_MS) return;
    last.current = Date.now();
    setPolite(sentence);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only" aria-live="polite">
        {polite}
      </div>
      <div className="sr-only" aria-live="assertive">
        {urgent}
      </div>
    </AnnounceContext>
  );
}

export const useAnnounce = () => useContext(AnnounceContext);
