/** Words about what is kept of a user. */
export const MEMORY_PHRASES = {
  remembered: {
    en: "I will remember: {what}.",
    de: "Gemerkt: {what}.",
    fr: "C'est retenu : {what}.",
    es: "Lo recordaré: {what}.",
    nl: "Onthouden: {what}.",
  },
  not_remembered: {
    en: "I cannot remember {what}: {hint}",
    de: "{what} kann ich mir nicht merken: {hint}",
    fr: "Je ne peux pas retenir {what} : {hint}",
    es: "No puedo recordar {what}: {hint}",
    nl: "Ik kan {what} niet onthouden: {hint}",
  },
  memory_holds: {
    en: "You asked me to remember: {what}.",
    de: "Das soll ich mir gemerkt haben: {what}.",
    fr: "Vous m'avez demandé de retenir : {what}.",
    es: "Me pidió recordar: {what}.",
    nl: "U vroeg mij te onthouden: {what}.",
  },
  default_site: {
    en: "your default site is {value}",
    de: "Ihr Standort ist {value}",
    fr: "votre site par défaut est {value}",
    es: "su sitio por defecto es {value}",
    nl: "uw standaardlocatie is {value}",
  },
  alias_is: {
    en: '"{word}" is {value}',
    de: "„{word}“ ist {value}",
    fr: "« {word} » est {value}",
    es: "«{word}» es {value}",
    nl: "„{word}” is {value}",
  },
  language_is: {
    en: "answers in English",
    de: "Antworten auf Deutsch",
    fr: "réponses en français",
    es: "respuestas en español",
    nl: "antwoorden in het Nederlands",
  },
} as const;
