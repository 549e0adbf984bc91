// Tools of a world of its own, unlike any that ships with the product: the model must get along with whatever the tools say.
type Json = Record<string, unknown>;

const nullable = (schema: Json): Json => ({ ...schema, type: [schema.type, "null"] });
const text = { type: "string" };
const tool = (name: string, description: string, required: Json, optional: Json = {}) => ({
  type: "function",
  function: {
    name,
    description,
    strict: true,
    parameters: {
      type: "object",
      additionalProperties: false,
      properties: { ...required, ...Object.fromEntries(Object.entries(optional).map(([key, value]) => [key, nullable(value as Json)])) },
      required: [...Object.keys(required), ...Object.keys(optional)],
    },
  },
});
const line = {
  type: "array",
  items: {
    type: "object",
    additionalProperties: false,
    properties: { sku: text, lot: nullable(text), quantity: text, uom: text },
    required: ["sku", "lot", "quantity", "uom"],
  },
};

/** Offered when the user asks to keep something, and when something is kept. */
export const MEMORY = [
  tool("remember", "Keep a fact about the user.", { fact: text, value: text }, { word: text }),
  tool("recall", "Look up what is kept of the user.", {}, { fact: text }),
];
export const RUNTIME = [
  tool("ask_user", "Ask the user.", { text }, { options: { type: "array" } }),
  tool("refuse", "Decline.", { code: text, detail: text }),
];
export const TOOLS: Record<string, ReturnType<typeof tool>[]> = {
  supply: [
    tool(
      "find_stock",
      "Lists stock now.",
      {},
      { sku: text, location: text, lot: text, status: text, expiringBefore: text, belowSafety: { type: "boolean" } },
    ),
    tool(
      "check_availability",
      "Tells whether a quantity can be had.",
      { sku: text, quantity: text, uom: text, neededBy: text },
      { location: text, minExpiry: text },
    ),
    tool(
      "reserve_stock",
      "Proposes to set units aside.",
      { sku: text, location: text, quantity: text, uom: text, demandRef: text },
      { lot: text, expiresAt: text },
    ),
    tool(
      "adjust_stock",
      "Proposes to post what was counted.",
      {
        sku: text,
        location: text,
        countedQuantity: text,
        uom: text,
        reason: { ...text, enum: ["damage", "loss", "expiry", "count", "found"] },
      },
      { lot: text, status: text },
    ),
    tool("release_reservation", "Proposes to give back.", { reservationId: text, reason: text }, { quantity: text, uom: text }),
    tool(
      "transfer_stock",
      "Proposes a move.",
      { sku: text, fromLocation: text, toLocation: text, quantity: text, uom: text },
      { lot: text, serials: { type: "array" }, neededBy: text, reason: text },
    ),
  ],
  transit: [
    tool(
      "find_shipments",
      "Reads shipments.",
      {},
      {
        shipmentId: text,
        sku: text,
        state: { ...text, enum: ["booked", "loaded", "departed", "arrived"] },
        origin: text,
        destination: text,
        late: { type: "boolean" },
      },
    ),
    tool(
      "quote_options",
      "Lists services.",
      { fromUnlocode: text, toUnlocode: text },
      { readyAt: text, deliverBy: text, mode: { ...text, enum: ["sea", "air", "road"] } },
    ),
    tool(
      "book_shipment",
      "Proposes a booking.",
      { origin: text, destination: text, lines: line, serviceId: text },
      { consignee: text, incoterm: text, transferRef: text, demandRef: text },
    ),
    tool("place_hold", "Proposes a hold.", {
      shipmentId: text,
      type: { ...text, enum: ["customer", "quality", "credit", "customs"] },
      reason: text,
    }),
  ],
  export: [
    tool(
      "find_declarations",
      "Reads declarations.",
      {},
      {
        declarationId: text,
        mrn: text,
        lrn: text,
        itn: text,
        shipmentId: text,
        state: { ...text, enum: ["draft", "lodged", "released", "rejected"] },
      },
    ),
    tool(
      "check_controls",
      "States control status.",
      { sku: text },
      { destinationCountry: text, consignee: text, quantity: text, uom: text, onDate: text },
    ),
    tool(
      "draft_declaration",
      "Proposes a draft.",
      { shipmentId: text },
      { declarationId: text, regime: text, lines: line, incoterm: text },
    ),
    tool("lodge_declaration", "Proposes to send a draft to customs.", { declarationId: text }),
  ],
};
