/**
 * Text from records as a mail shows it: characters that hide, turn or break lines are spelled out, and what a mail program would make
 * a link of is broken up. A record's name must not become a place to click.
 */
export function visibleText(text: string, mostChars = 200): string {
  const shown = text
    .normalize("NFC")
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`)
    .replaceAll("://", "[:]//")
    .replaceAll("@", "[@]")
    .replaceAll(/(?<=[\p{L}\p{N}-])\.(?=\p{L})/gu, "[.]");
  const characters = [...shown];
  return characters.length <= mostChars ? shown : `${characters.slice(0, mostChars - 1).join("")}…`;
}
