export interface DeclarationLine {
  line: number;
  sku: string;
  cn8: string;
  quantity: string;
  uom: string;
  baseQuantity: string;
  baseUom: string;
  netKg: string;
  statisticalValueEur: string;
  origin: string | null;
  licence: string | null;
}

export interface DeclarationTimes {
  lodgedAt: string | null;
  acceptedAt: string | null;
  releasedAt: string | null;
  arrivedAtExitAt: string | null;
  exitConfirmedAt: string | null;
  exitEnquiryAt: string | null;
  autoInvalidationAt: string | null;
  invalidatedAt: string | null;
}

/** What a declaration says; the rest is its life. */
export interface DeclarationContent {
  regime: string;
  exporter: string;
  consignee: string | null;
  destinationCountry: string;
  incoterm: string | null;
  officeOfExport: string | null;
  officeOfExit: string | null;
  lines: DeclarationLine[];
}

export interface Declaration extends DeclarationContent {
  id: string;
  lrn: string | null;
  mrn: string | null;
  itn: string | null;
  state: string;
  shipmentId: string;
  times: DeclarationTimes;
  exitStatus: string | null;
  remark: string;
  version: number;
}

const ENDED = new Set(["exited", "invalidated"]);
const CONTROL = new Set(["under_control"]);

/** Why a declaration may not be revised or lodged, as a conflict code; null for a draft. */
export function notADraft(declaration: Pick<Declaration, "id" | "state">): { code: string; detail: string } | null {
  const { id, state } = declaration;
  if (state === "draft") return null;
  if (ENDED.has(state)) return { code: "declaration_terminal", detail: `${id} is ${state}: nothing can change it here` };
  if (CONTROL.has(state)) return { code: "declaration_in_control", detail: `${id} is under customs control: wait for the outcome` };
  return { code: "declaration_not_draft", detail: `${id} is ${state}: it can be amended, not revised or lodged` };
}
