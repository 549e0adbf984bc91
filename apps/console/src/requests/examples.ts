/** Requests that the demo world can answer, in the languages that people write them in. */
export const EXAMPLES = [
  "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec",
  "Bitte 60 Stück VLV-050 von Hamburg nach Valencia umlagern, bis 14.12.",
  "VLV-050 stock hamburg?",
] as const;
