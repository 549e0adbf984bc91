import type { Risk } from "../api/types.ts";

const COLOURS: Record<Risk, string> = { 1: "fill-idle", 2: "fill-warn", 3: "fill-danger" };
const BARS: readonly Risk[] = [1, 2, 3];

function Bars({ risk }: { risk: Risk }) {
  return (
    <svg viewBox="0 0 14 14" className="size-3.5 shrink-0" aria-hidden="true" focusable="false">
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 5}
          y={14 - bar * 4.4}
          width="3.6"
          height={bar * 4.4}
          rx="0.8"
          className={bar <= risk ? COLOURS[risk] : "fill-line-strong"}
        />
      ))}
    </svg>
  );
}

/** Three bars; the word stands beside them or in the label. */
export function RiskBars({ risk, label }: { risk: Risk; label?: string }) {
  if (label === undefined) return <Bars risk={risk} />;
  return (
    <span role="img" aria-label={label} className="inline-block">
      <Bars risk={risk} />
    </span>
  );
}
