import type { CountryPolicy } from "./country-policy.ts";
import type { Declaration } from "./declaration.ts";
import type { Item } from "./item.ts";
import type { Licence } from "./licence.ts";
import type { Party } from "./party.ts";
import type { DeniedParty, Screening } from "./screening.ts";

export type MessageKind = "lodge" | "amend" | "invalidate" | "exit_evidence";

export interface DeclarationFilter {
  mrn?: string | undefined;
  lrn?: string | undefined;
  itn?: string | undefined;
  shipmentId?: string | undefined;
  state?: string | undefined;
}

export interface ExportDocument {
  id: string;
  kind: string;
  ref: string;
  name: string;
  text: string;
}

/** Reading side of export control, bound to one tenant and one transaction. MUST NOT change anything. */
export interface ExportReads {
  item(sku: string): Promise<Item | undefined>;
  items(skus: readonly string[]): Promise<Item[]>;
  locationName(id: string): Promise<string | null>;
  /** Parties whose id, name or alias is the text, exact after folding; usually none or one. */
  parties(text: string): Promise<Party[]>;
  party(id: string): Promise<Party | undefined>;
  /** Id of an open screening of the party. */
  openScreening(party: string): Promise<string | null>;
  /** Version of the denied-party list in force. */
  listVersion(): Promise<string | null>;
  country(id: string): Promise<CountryPolicy | undefined>;
  licence(id: string): Promise<Licence | undefined>;
  /** Licences that may cover the items, by id. */
  licencesFor(items: readonly Item[]): Promise<Licence[]>;
  declaration(id: string): Promise<Declaration | undefined>;
  declarations(filter: DeclarationFilter, limit: number): Promise<Declaration[]>;
  /** The shipment's declaration that is neither invalidated nor rejected. */
  liveDeclarationOf(shipmentId: string): Promise<Declaration | undefined>;
  /** Office of export that this exporter used last. */
  officeOf(exporter: string): Promise<string | null>;
  /** Code of an item for a regime, when it differs from the master data by an own classification. */
  classifiedCode(sku: string, regime: string): Promise<string | null>;
  /** Document behind a reference, with the declaration that it belongs to. */
  documentByRef(ref: string): Promise<(ExportDocument & { declaration: string | null }) | undefined>;
  /** True while customs has not answered a message of this kind. */
  hasOpenMessage(declaration: string, kind: MessageKind): Promise<boolean>;
  deniedParties(): Promise<DeniedParty[]>;
  screening(id: string): Promise<Screening | undefined>;
  /** Open screenings that stop a shipment, by id. */
  screeningsBlocking(shipmentId: string): Promise<Screening[]>;
  /** Business time now, ISO. */
  businessNow(): Promise<string>;
  documentsOf(declaration: string): Promise<ExportDocument[]>;
}
