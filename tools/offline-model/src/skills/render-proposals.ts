import { explainCode } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { isMap, listOf, resultOf, textOf } from "../mind/steps.ts";
import { phrase } from "../texts/phrases.ts";

const ORDER = [
  "sku",
  "quantity",
  "uom",
  "fromLocation",
  "toLocation",
  "location",
  "origin",
  "destination",
  "serviceId",
  "shipmentId",
  "declarationId",
  "reservationId",
  "demandRef",
  "type",
  "neededBy",
];

/** Tool, arguments and the record it rests on: "transfer_stock VLV-050 60 PCE LOC-HAM LOC-VLC (STK-006: 360)". */
function describe(step: Step): string {
  const args = ORDER.flatMap((name) => textOf(step.args[name]) ?? []);
  const lines = listOf(step.args.lines).map((line) =>
    `${textOf(line.quantity) ?? ""} ${textOf(line.uom) ?? ""} ${textOf(line.sku) ?? ""}`.trim(),
  );
  const result = resultOf(step);
  const stock = textOf(result.stock);
  const figures =
    stock && textOf(result.available)
      ? ` (${stock}: ${textOf(result.available)} → ${textOf(result.availableAfter) ?? ""} ${textOf(result.unit) ?? ""})`
      : "";
  return `${step.name} ${[...lines, ...args].join(" ")}${figures}`.trim();
}

/** What was proposed, with the findings of the dry runs, and that nothing has happened yet. */
export function renderProposals(conversation: Conversation, proposals: readonly Step[]): string[] {
  const { language } = conversation;
  if (proposals.length === 0) return [];
  const findings = proposals.flatMap((step) => listOf(step.output?.findings)).filter(isMap);
  return [
    ...proposals.map((step) => phrase("proposed", language, { what: describe(step) })),
    ...findings
      .slice(0, 4)
      .map(
        (finding) => `${textOf(finding.code) ?? ""}: ${explainCode(textOf(finding.code) ?? "", textOf(finding.detail) ?? "", language)}`,
      ),
    phrase("decided_later", language),
  ];
}
