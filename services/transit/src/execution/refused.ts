import type { EffectDescription } from "@quartermaster/executor";

/** Description of a step that cannot be done at all. */
export function refused(code: string, detail: string, more: Partial<EffectDescription> = {}): EffectDescription {
  return {
    headline: "",
    before: [],
    after: [],
    names: {},
    facts: {},
    effect: null,
    found: {},
    predicted: [],
    needs: [],
    entities: [],
    onReject: [],
    ...more,
    refusal: { code, detail },
  };
}
