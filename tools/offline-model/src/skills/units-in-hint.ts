/** Unit codes that an error lists, in the order listed: "… has no unit PCE; it has LTR, DRM, IBC." */
export function unitsInHint(hint: string): string[] {
  const list = /(?:it has|counted in|one of|units are|has only)\s+((?:[A-Z]{2,3}(?:,\s*|\s+or\s+|\s+and\s+|(?=[.;)\s]|$)))+)/.exec(
    hint,
  )?.[1];
  return list?.match(/[A-Z]{2,3}/g) ?? [];
}

/** Keys of records that an error lists as candidates, by form: ABC-123. Names beside them are left out. */
export function keysInHint(hint: string, prefix = ""): string[] {
  const keys = hint.match(/(?<![\p{L}\p{N}-])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?![\p{L}\p{N}-])/gu) ?? [];
  return [...new Set(keys.filter((key) => key.startsWith(prefix)))];
}
