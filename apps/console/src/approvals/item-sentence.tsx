import type { Card, JsonObject } from "../api/types.ts";
import { useLanguage } from "../messages/use-messages.tsx";
import { groupDigits } from "../text/format-number.ts";
import { Code, Text } from "../text/text.tsx";

const textOf = (args: JsonObject, ...keys: string[]): string | null => {
  for (const key of keys) if (typeof args[key] === "string" && args[key] !== "") return args[key];
  return null;
};

function Named({ id, names }: { id: string; names: Readonly<Record<string, string>> }) {
  const name = Object.hasOwn(names, id) ? names[id] : undefined;
  return (
    <>
      {name && (
        <>
          <Text value={name} />{" "}
        </>
      )}
      <Code value={id} className={name ? "text-ink-2" : ""} />
    </>
  );
}

function Amount({ part, names }: { part: JsonObject; names: Readonly<Record<string, string>> }) {
  const { language } = useLanguage();
  const quantity = textOf(part, "quantity");
  const sku = textOf(part, "sku");
  return (
    <>
      {quantity && (
        <span className="font-medium">
          <Text value={groupDigits(quantity, language)} /> {textOf(part, "uom") && <Text value={textOf(part, "uom") ?? ""} />}{" "}
        </span>
      )}
      {sku && <Named id={sku} names={names} />}
    </>
  );
}

/** Quantity, item and route of a card, with names beside ids; built from the arguments only. */
export function ItemSentence({ card }: { card: Card }) {
  const { args, names } = card;
  const lines = Array.isArray(args.lines)
    ? args.lines.filter((line): line is JsonObject => typeof line === "object" && line !== null && !Array.isArray(line))
    : [];
  const from = textOf(args, "fromLocation", "origin");
  const to = textOf(args, "toLocation", "destination");
  const at = textOf(args, "location");
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-md text-ink-2">
      <span>
        <Amount part={args} names={names} />
      </span>
      {lines.slice(0, 6).map((line, index) => (
        <span key={index}>
          <Amount part={line} names={names} />
        </span>
      ))}
      {lines.length > 6 && <span>+{lines.length - 6}</span>}
      {from && to && (
        <span>
          <Named id={from} names={names} /> <span aria-hidden="true">→</span> <Named id={to} names={names} />
        </span>
      )}
      {at && (
        <span>
          <Named id={at} names={names} />
        </span>
      )}
    </p>
  );
}
