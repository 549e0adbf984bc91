/** A key of the keyboard beside what it does; hidden where there is none. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd className="hidden min-w-5 rounded-sm border border-line-strong bg-canvas px-1 text-center text-2xs text-ink-2 wide:inline-block">
      {children}
    </kbd>
  );
}
