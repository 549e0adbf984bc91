import { AppError } from "@quartermaster/shared/errors";
import type { ApprovalPicture, DecisionPicture } from "./plan-picture.ts";
import type { DecisionOutcome } from "./record-decision.ts";

const winnerOf = (winner: DecisionPicture) => ({
  by: winner.by,
  role: winner.role,
  decision: winner.decision,
  reason: winner.reason,
  at: winner.at,
});

/** The item after a decision that stands, or the error that tells why it does not. @throws AppError */
export function answerDecision(outcome: DecisionOutcome): { approval: ApprovalPicture; replayed: boolean } {
  const { approval } = outcome;
  if (outcome.kind === "recorded" || outcome.kind === "replayed") return { approval, replayed: outcome.kind === "replayed" };
  const extra = { approvalId: approval.id, revision: approval.revision, cardHash: approval.cardHash, state: approval.state };
  if (outcome.kind === "outdated") throw new AppError("card_outdated", { detail: `${outcome.detail}; read the new card`, extra });
  const { code, winner } = outcome.judgement;
  throw new AppError(code, { extra: winner ? { ...extra, winner: winnerOf(winner) } : extra });
}
