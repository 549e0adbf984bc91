import { LANGUAGES } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const NOT_COUNTRIES = new Set(["EU", "EZ", "UN", "ZZ", "XA", "XB", "QO"]);

function readNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const code = `${first}${second}`;
        const name = NOT_COUNTRIES.has(code) ? undefined : display.of(code);
        // The runtime also knows withdrawn codes (DD, SU); the first code of a name wins, so current ones are listed first below.
        if (name !== undefined && !names.has(fold(name))) names.set(fold(name), code);
      }
    }
  }
  return names;
}

const SHORT: [string, string][] = [
  ["uk", "GB"],
  ["u.k.", "GB"],
  ["britain", "GB"],
  ["great britain", "GB"],
  ["england", "GB"],
  ["usa", "US"],
  ["u.s.a.", "US"],
  ["the us", "US"],
  ["america", "US"],
  ["us", "US"],
  ["u.s.", "US"],
  ["the states", "US"],
  ["die staaten", "US"],
  ["vs", "US"],
  ["ee. uu.", "US"],
  ["vk", "GB"],
  ["r.u.", "GB"],
  ["inglaterra", "GB"],
  ["angleterre", "GB"],
  ["engeland", "GB"],
  ["vae", "AE"],
  ["eau", "AE"],
  ["emirate", "AE"],
  ["emirats", "AE"],
  ["emiraten", "AE"],
  ["emiratos", "AE"],
  ["tschechien", "CZ"],
  ["tsjechie", "CZ"],
  ["sudkorea", "KR"],
  ["south korea", "KR"],
  ["coree du sud", "KR"],
  ["corea del sur", "KR"],
  ["zuid-korea", "KR"],
  ["holland", "NL"],
  ["uae", "AE"],
  ["emirates", "AE"],
  ["turkey", "TR"],
  ["turkei", "TR"],
  ["czech republic", "CZ"],
  ["korea", "KR"],
  ["germany", "DE"],
  ["grosbritannien", "GB"],
  ["etats-unis", "US"],
  ["eeuu", "US"],
  ["ee.uu.", "US"],
  ["niederlande", "NL"],
  ["russia", "RU"],
  ["vietnam", "VN"],
];
const NAMES = readNames();
for (const [name, code] of SHORT) NAMES.set(fold(name), code);
const CODES = new Set(NAMES.values());

/** True for the two letters of a country. */
export function isCountryCode(code: string): boolean {
  return CODES.has(code);
}

/** Country code of a name in one of the five languages, or undefined. */
export function countryCode(name: string): string | undefined {
  return NAMES.get(fold(name).trim());
}

/** Every folded country name with its code, longest first. */
export const COUNTRY_NAMES: readonly (readonly [string, string])[] = [...NAMES].sort((a, b) => b[0].length - a[0].length);
