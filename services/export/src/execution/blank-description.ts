import type { EffectDescription } from "@quartermaster/executor";

const BLANK: EffectDescription = {
  refusal: null,
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
};

/** Description of a step that cannot be done at all. */
export const refused = (code: string, detail: string, more: Partial<EffectDescription> = {}): EffectDescription => ({
  ...BLANK,
  ...more,
  refusal: { code, detail },
});

/** Description of a step that cannot be judged before a shipment is stated. */
export const waitingFor = (shipmentId: string, more: Partial<EffectDescription> = {}): EffectDescription => ({
  ...BLANK,
  ...more,
  needs: [{ domain: "transit", kind: "shipment", id: shipmentId }],
});
