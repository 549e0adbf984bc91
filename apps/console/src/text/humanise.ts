/** "declaration_needs_amendment" and "fromLocation" as words. */
export function humanise(code: string): string {
  const words = code.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
