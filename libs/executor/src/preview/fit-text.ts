/**
 * Shortens a text for a card to at most `max` UTF-16 units, never inside a character, and says how long it was. Names come from other
 * systems and may be of any length; one that does not fit must not keep a plan from being shown.
 */
export function fitText(text: string, max: number): string {
  if (text.length <= max) return text;
  const note = `… (${text.length} characters)`;
  let kept = "";
  for (const character of text) {
    if (kept.length + character.length + note.length > max) break;
    kept += character;
  }
  return kept + note;
}
