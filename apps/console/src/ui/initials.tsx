/** Two letters for a person; decoration beside the name. */
export function Initials({ name }: { name: string }) {
  const parts = name.split(/[._-]/).filter(Boolean);
  const letters = parts.slice(0, 2).map((part) => part[0]?.toUpperCase() ?? "");
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-wash text-2xs font-strong text-brand-ink"
    >
      {letters.join("")}
    </span>
  );
}
