/** Texts that are secrets by their form: bearer tokens, keys of model servers, signed tokens, seeds of the bus. */
const SECRET = /\b(?:Bearer\s+[\w.~+/-]{8,}=*|sk-[A-Za-z0-9_-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|S[AOUNC][A-Z2-7]{56})/g;
/** User and password of an address such as `postgres://qm:password@host`. */
const LOGIN = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s:@/"'\\]{0,200}:[^\s@/"'\\]{1,400}@/gi;

/** The text without what looks like a secret, wherever in it that stands. A JSON text stays one. */
export const withoutSecrets = (text: string): string => text.replace(LOGIN, "$1[secret]@").replace(SECRET, "[secret]");
