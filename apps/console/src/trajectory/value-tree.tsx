import type { Json } from "../api/types.ts";
import { flattenArgs } from "../approvals/flatten-args.ts";
import { Code, Text } from "../text/text.tsx";

const SHOWN = 200;

/** A JSON value as paths and text nodes; never a rendered document. */
export function ValueTree({ value }: { value: Json }) {
  const leaves = flattenArgs({ value }, {});
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-3 gap-y-0.5 text-xs">
      {leaves.slice(0, SHOWN).map((leaf) => (
        <div key={leaf.pointer} className="contents">
          <dt className="text-ink-3">
            <Code value={leaf.path.replace(/^value\.?/, "") || "·"} />
          </dt>
          <dd className="min-w-0">
            <Text value={leaf.text ?? "→"} multiline />
          </dd>
        </div>
      ))}
      {leaves.length > SHOWN && <dt className="text-ink-3">+{leaves.length - SHOWN}</dt>}
    </dl>
  );
}
