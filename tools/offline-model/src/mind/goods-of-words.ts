import { englishGoods, fold } from "@quartermaster/language";
import type { JsonMap } from "../protocol/chat-request.ts";
import type { Conversation } from "./conversation.ts";
import { isMap, listOf, resultOf, succeeded, textOf } from "./steps.ts";

const plain = (text: string) => fold(text).replace(/s$/, "");

/** Records that name goods: those handed over as facts, and those read in this conversation. */
function goodsRecords(conversation: Conversation): JsonMap[] {
  const facts = listOf(conversation.facts.records).flatMap((record) => (isMap(record.fields) ? [record.fields] : []));
  const read = conversation.steps.filter(succeeded).flatMap((step) => listOf(resultOf(step).rows));
  return [...facts, ...read].filter((fields) => textOf(fields.sku) !== null);
}

/** True when words may mean an item: its key, or its name as some record tells it. */
export function wordsMean(conversation: Conversation, words: string, sku: string): boolean {
  const wanted = words
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [plain(word), plain(englishGoods(word) ?? word)]);
  const names = [
    sku,
    ...goodsRecords(conversation).flatMap((fields) => (fields.sku === sku ? [`${sku} ${textOf(fields.name) ?? ""}`] : [])),
  ];
  return names.some((name) => wanted.some((forms) => forms.some((form) => form.length > 2 && fold(name).includes(form))));
}
