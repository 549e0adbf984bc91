import type { Risk } from "../api/types.ts";

const COLOURS: Record<Risk, string> = { 1: "fill-idle", 2: "fill-warn", 3: "fill-danger" };

/** Three bars; the word stands beside it or in the label. */
export function RiskBars({ risk, label }: { risk: Risk; label?: string }) {
  const bars: readonly Risk[] = [1, 2, 3];
  return (
    <svg viewBox="0 0 14 14" className="size-3.5 shrink-0" {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      {bars.map((bar) => (
        <rect key={bar} x={(bar - 1) * 5} y={14 - bar * 4.4} width="3.6" height={bar * 4.4} rx="0.8" className={bar <= risk ? COLOURS[risk] : "fill-line-strong"} />
      ))}
    </svg>
  );
}
