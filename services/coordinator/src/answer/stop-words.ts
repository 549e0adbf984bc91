import type { Language } from "@quartermaster/shared/contracts";

type Words = Record<"steps" | "tokens" | "cost" | "time" | "repetition" | "other", string> & {
  stopped: (agent: string, why: string) => string;
};

const WORDS: Record<Language, Words> = {
  en: {
    steps: "its limit of steps is used up",
    tokens: "its limit of tokens is used up",
    cost: "its limit of cost is used up",
    time: "its time is used up",
    repetition: "it repeated itself without getting further",
    other: "it gave no usable answer",
    stopped: (agent, why) => `${agent} stopped early: ${why}. What it found until then counts; the rest is missing.`,
  },
  de: {
    steps: "die Grenze an Schritten ist erreicht",
    tokens: "die Grenze an Tokens ist erreicht",
    cost: "die Kostengrenze ist erreicht",
    time: "die Zeit ist abgelaufen",
    repetition: "er wiederholte sich, ohne weiterzukommen",
    other: "er gab keine brauchbare Antwort",
    stopped: (agent, why) => `${agent} hat vorzeitig aufgehört: ${why}. Was bis dahin gefunden wurde, zählt; der Rest fehlt.`,
  },
  fr: {
    steps: "sa limite d'étapes est atteinte",
    tokens: "sa limite de jetons est atteinte",
    cost: "sa limite de coût est atteinte",
    time: "son temps est écoulé",
    repetition: "il se répétait sans avancer",
    other: "il n'a pas donné de réponse utilisable",
    stopped: (agent, why) => `${agent} s'est arrêté avant la fin : ${why}. Ce qu'il a trouvé jusque-là compte ; le reste manque.`,
  },
  es: {
    steps: "se agotó su límite de pasos",
    tokens: "se agotó su límite de tokens",
    cost: "se agotó su límite de coste",
    time: "se agotó su tiempo",
    repetition: "se repetía sin avanzar",
    other: "no dio una respuesta utilizable",
    stopped: (agent, why) => `${agent} se detuvo antes de terminar: ${why}. Lo encontrado hasta entonces cuenta; falta el resto.`,
  },
  nl: {
    steps: "de limiet van stappen is bereikt",
    tokens: "de limiet van tokens is bereikt",
    cost: "de kostenlimiet is bereikt",
    time: "de tijd is om",
    repetition: "hij herhaalde zichzelf zonder verder te komen",
    other: "hij gaf geen bruikbaar antwoord",
    stopped: (agent, why) => `${agent} is voortijdig gestopt: ${why}. Wat tot dan gevonden is telt; de rest ontbreekt.`,
  },
};

const KEYS: Readonly<Record<string, Exclude<keyof Words, "stopped">>> = {
  max_steps: "steps",
  max_tokens: "tokens",
  max_cost: "cost",
  wall_clock: "time",
  deadline: "time",
  repetition: "repetition",
};

/** Says in the user's language why an agent stopped before it was done. The machine-readable reason stays in the agent's entry. */
export function stopSentence(language: Language, agent: string, stopReason: string): string {
  const words = WORDS[language];
  return words.stopped(agent, words[KEYS[stopReason] ?? "other"]);
}
