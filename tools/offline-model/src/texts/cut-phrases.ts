import type { Language } from "@quartermaster/shared/contracts";

/** What is said where more was found than is shown. */
export const CUT_PHRASES = {
  and_more: { en: "and {count} more", de: "und {count} weitere", fr: "et {count} de plus", es: "y {count} más", nl: "en nog {count}" },
  too_much: {
    en: "There is more of this than can be shown. Please ask for less: one item, one place or a shorter time.",
    de: "Davon gibt es mehr, als gezeigt werden kann. Bitte enger fragen: ein Artikel, ein Ort oder ein kürzerer Zeitraum.",
    fr: "Il y en a plus qu'on ne peut en montrer. Précisez : un article, un lieu ou une période plus courte.",
    es: "Hay más de lo que se puede mostrar. Pregunte por menos: un artículo, un lugar o un plazo más corto.",
    nl: "Er is meer dan kan worden getoond. Vraag minder: één artikel, één plaats of een kortere tijd.",
  },
} satisfies Record<string, Record<Language, string>>;
