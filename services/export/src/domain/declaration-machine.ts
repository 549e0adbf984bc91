/** What customs may say of a declaration: the state it is in, and the state it goes to. */
interface Move {
  from: readonly string[];
  /** `prior`: back to where it was before we asked; `same`: it stays. */
  to: string;
}

/** Steps of the world that move a declaration (domain page, EU AES). Everything that is not here is refused. */
export const DECLARATION_MOVES = {
  customs_accepted: { from: ["lodged"], to: "accepted" },
  customs_rejected: { from: ["lodged"], to: "rejected" },
  customs_under_control: { from: ["accepted"], to: "under_control" },
  customs_released: { from: ["accepted", "under_control"], to: "released" },
  customs_not_released: { from: ["under_control"], to: "not_released" },
  customs_arrived_at_exit: { from: ["released"], to: "arrived_at_exit" },
  customs_exited: { from: ["arrived_at_exit"], to: "exited" },
  customs_amendment_accepted: { from: ["amendment_pending", "released", "arrived_at_exit", "exited"], to: "prior" },
  customs_amendment_rejected: { from: ["amendment_pending", "released", "arrived_at_exit", "exited"], to: "prior" },
  customs_invalidated: { from: ["invalidation_pending", "released"], to: "invalidated" },
  customs_invalidation_refused: { from: ["invalidation_pending"], to: "prior" },
  customs_exit_enquiry: { from: ["released", "arrived_at_exit"], to: "same" },
  customs_evidence_accepted: { from: ["released", "arrived_at_exit"], to: "exited" },
  customs_evidence_rejected: { from: ["released", "arrived_at_exit"], to: "same" },
} as const satisfies Record<string, Move>;

export type CustomsStep = keyof typeof DECLARATION_MOVES;

/** Regimes whose authority numbers a filing and knows no release: exit follows acceptance. */
const WITHOUT_RELEASE = new Set(["US-EEI"]);

/**
 * State after a step, or null when the step is not legal in this state.
 * @param prior state before our own request, as its message remembers it.
 */
export function nextDeclarationState(
  step: CustomsStep,
  declaration: { state: string; regime: string },
  prior: string | null,
): string | null {
  const { state, regime } = declaration;
  const move: Move = DECLARATION_MOVES[step];
  if (step === "customs_exited" && state === "accepted" && WITHOUT_RELEASE.has(regime)) return "exited";
  if (!move.from.includes(state)) return null;
  if (move.to === "same") return state;
  if (move.to !== "prior") return move.to;
  return state === "amendment_pending" || state === "invalidation_pending" ? prior : state;
}

/** States in which a step is legal, for people. */
export const statesFor = (step: CustomsStep): string => DECLARATION_MOVES[step].from.join(", ");
