import type { ReactNode } from "react";

const TONES = {
  grey: "bg-sunken text-ink-2",
  blue: "bg-info-wash text-info-ink",
  amber: "bg-warn-wash text-warn-ink",
  red: "bg-danger-wash text-danger-ink",
  green: "bg-ok-wash text-ok-ink",
  magenta: "bg-taint-wash hatch text-taint-ink",
} as const;

export type Tone = keyof typeof TONES;

export function Chip({ tone = "grey", children, className = "" }: { tone?: Tone; children: ReactNode; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-sm px-2 py-px text-xs font-medium ${TONES[tone]} ${className}`}>
      {children}
    </span>
  );
}
