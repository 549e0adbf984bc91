/** The product's mark. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="20" height="20" rx="4" className="fill-brand" />
      <path d="M7 8h10M7 12h10M7 16h6" className="stroke-canvas" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
