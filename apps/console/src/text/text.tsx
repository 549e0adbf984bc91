import { memo, useMemo, useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { revealText, type TextSegment } from "./reveal-text.ts";

const LONG = 600;

function Segment({ segment }: { segment: TextSegment }) {
  switch (segment.kind) {
    case "plain":
      return segment.text;
    case "hidden":
      return (
        <span className="mx-px inline-block rounded-sm bg-taint px-1 align-baseline font-mono text-2xs font-medium whitespace-nowrap text-on-solid">
          {segment.label}
        </span>
      );
    case "spaces":
      return <span className="mx-px inline-block rounded-sm bg-sunken px-1 font-mono text-2xs text-ink-2">␣×{segment.count}</span>;
    case "mixed":
      return (
        <span>
          <span className="underline decoration-taint decoration-dotted decoration-2 underline-offset-2">{segment.text}</span>
          <span className="ml-1 rounded-sm bg-taint-wash px-1 text-2xs text-taint-ink">{segment.scripts}</span>
        </span>
      );
  }
}

export interface TextProps {
  value: string;
  /** Keeps the author's line breaks. */
  multiline?: boolean;
  /** Shows every character at once, however many. */
  whole?: boolean;
  className?: string;
}

/** The only way to show a value that came from outside: isolated, and with everything hidden made visible. */
export const Text = memo(function Text({ value, multiline = false, whole = false, className }: TextProps) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  const cut = !whole && !open && value.length > LONG;
  const revealed = useMemo(() => revealText(cut ? value.slice(0, LONG) : value, multiline), [value, multiline, cut]);
  return (
    <bdi dir="auto" className={`${multiline ? "whitespace-pre-line" : ""} [overflow-wrap:anywhere] ${className ?? ""}`}>
      {revealed.segments.map((segment, index) => (
        <Segment key={index} segment={segment} />
      ))}
      {!revealed.normal && <span className="ml-1 rounded-sm bg-taint-wash px-1 text-2xs text-taint-ink">{m.notNormalForm}</span>}
      {cut && (
        <button type="button" className="ml-1 text-link underline" onClick={() => setOpen(true)}>
          {m.showAllCharacters(value.length)}
        </button>
      )}
    </bdi>
  );
});

/** An identifier: fixed pitch, no break inside. */
export function Code({ value, className }: { value: string; className?: string }) {
  return <Text value={value} className={`font-mono text-[0.92em] ${className ?? ""}`} />;
}
