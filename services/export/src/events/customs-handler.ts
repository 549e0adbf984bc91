import type { EventContext, EventHandler, EventPlan, OutcomeNews } from "@quartermaster/events";
import { AppError } from "@quartermaster/shared/errors";
import { createExportReads } from "../adapters/postgres-export-reads.ts";
import type { Declaration } from "../domain/declaration.ts";
import { nextDeclarationState, statesFor } from "../domain/declaration-machine.ts";
import type { Licence } from "../domain/licence.ts";
import { type LicenceCharge, licenceCharges } from "../domain/licence-uses.ts";
import { type Answered, answeredMessage, type OpenMessage } from "./answered-message.ts";
import { type StepRule, TOOL_OF } from "./customs-steps.ts";
import { CustomsWhat } from "./customs-what.ts";
import { locateDeclaration } from "./locate-declaration.ts";
import { writeAnswer, writeCharges, writeContent, writeDeclaration } from "./write-outcome.ts";

const illegal = (detail: string): AppError => new AppError("illegal_transition", { detail });

/** Checks what the step must bring: a number of the regime's kind when customs accepts. */
function checkNumber(rule: StepRule, what: CustomsWhat, declaration: Declaration): void {
  if (rule.step !== "customs_accepted") return;
  const field = declaration.regime === "US-EEI" ? "itn" : "mrn";
  if (what[field] !== undefined) return;
  const message = `${declaration.regime} is accepted with an ${field.toUpperCase()}`;
  throw new AppError("invalid_request", { detail: message, errors: [{ path: `/what/${field}`, message }] });
}

async function chargesOf(
  rule: StepRule,
  declaration: Declaration,
  message: OpenMessage | null,
  context: EventContext,
): Promise<LicenceCharge[]> {
  if (rule.licences === null) return [];
  const before = declaration.lines;
  const after = rule.licences === "amend" ? (message?.content?.lines ?? before) : before;
  const reads = createExportReads(context.tx);
  const named = [...new Set([...before, ...after].flatMap((line) => (line.licence === null ? [] : [line.licence])))].sort();
  await context.tx.query("select id from licences where id = any ($1) order by id for update", [named]);
  const licences: Licence[] = [];
  for (const id of named) {
    const licence = await reads.licence(id);
    if (licence) licences.push(licence);
  }
  const items = await reads.items([...new Set([...before, ...after].map((line) => line.sku))]);
  return licenceCharges(after, items, licences, rule.licences === "amend" ? before : []);
}

function outcomeOf(
  rule: StepRule,
  declaration: Declaration,
  effectKey: string | null,
  what: CustomsWhat,
  context: EventContext,
): OutcomeNews[] {
  if (rule.answers === null) return [];
  const { kind, verdict } = rule.answers;
  const number = what.mrn ?? what.itn;
  return [
    {
      tools: [TOOL_OF[kind]],
      output: "declarationId",
      value: declaration.id,
      outcome: verdict === "accepted" ? "confirmed" : "rejected",
      effectKey,
      detail: context.reason,
      ...(rule.step === "customs_accepted" && number !== undefined ? { outputs: { number } } : {}),
    },
  ];
}

async function plan(rule: StepRule, what: CustomsWhat, context: EventContext): Promise<EventPlan> {
  const declaration = await locateDeclaration(what, context);
  const { id, state } = declaration;
  const answered: Answered =
    rule.answers === null ? { message: null, effectKey: null } : await answeredMessage(what, id, rule.answers.kind, context);
  const { message } = answered;
  if (!message && !rule.unasked) throw illegal(`customs was not asked, or has answered: ${id} waits for no ${rule.answers?.kind}`);
  const next = nextDeclarationState(rule.step, declaration, message?.priorState ?? null);
  if (next === null) throw illegal(`${id} is ${state}; ${rule.step} is possible in ${statesFor(rule.step)}`);
  checkNumber(rule, what, declaration);
  const charges = await chargesOf(rule, declaration, message, context);
  const amended = rule.licences === "amend" ? (message?.content ?? null) : null;
  return {
    entities: [
      id,
      ...(message ? [message.id] : []),
      ...charges.map(({ licence }) => licence),
      ...(amended ? amended.lines.map((line) => `${id}/${line.line}`) : []),
    ],
    async apply() {
      if (amended) await writeContent(declaration, amended, context);
      const records = [await writeDeclaration(declaration, next, rule, what, context)];
      if (message && rule.answers) records.push(await writeAnswer(message, rule.answers.verdict, context));
      if (rule.licences !== null) records.push(...(await writeCharges(charges, rule.licences, context)));
      // What an authority has said is taken back by the authority's next word, not by us.
      return { records, undo: null, outcomes: outcomeOf(rule, declaration, answered.effectKey, what, context) };
    },
  };
}

/** Makes the handler of one step of customs. */
export const customsHandler = (rule: StepRule): EventHandler<CustomsWhat> => ({
  bizStep: rule.step,
  sources: ["customs"],
  what: CustomsWhat,
  plan: (what, context) => plan(rule, what, context),
});
