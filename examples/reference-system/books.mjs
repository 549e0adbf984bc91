// Quantities are kept as integers of 1/10^6 units: sums of floats are not sums.
const SCALE = 6;

const toInteger = (value) => {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(value));
  if (!match) return null;
  return BigInt(match[1]) * 10n ** BigInt(SCALE) + BigInt((match[2] ?? "").padEnd(SCALE, "0"));
};
const toText = (amount) => {
  const digits = amount.toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  return `${digits.slice(0, -SCALE)}${fraction === "" ? "" : `.${fraction}`}`;
};
const idOf = (sku, location, lot) => [sku, location, lot].filter(Boolean).join("|");
const refuse = (code, detail) => ({ status: 422, body: { code, detail } });
const result = (reference, version, outcome, fields = {}) => ({ status: 201, body: { reference, version, outcome, fields } });

/** The books: stock rows with versions, and numbered documents. */
export function createBooks(rows) {
  const stock = new Map();
  const documents = new Map();
  let number = 0;
  const next = (prefix) => {
    number += 1;
    return `${prefix}-${String(number).padStart(6, "0")}`;
  };
  const load = (list) => {
    for (const row of list) {
      const amount = toInteger(row.on_hand);
      // What cannot be kept exactly is shown as it came; the reader refuses it.
      const raw = amount === null ? row.on_hand : undefined;
      stock.set(idOf(row.sku, row.location, row.lot), {
        onHand: amount ?? 0n,
        allocated: toInteger(row.allocated ?? 0) ?? 0n,
        version: 1,
        raw,
      });
    }
  };
  load(rows);

  const takeFrom = (content, expectedVersion, place) => {
    const row = stock.get(idOf(content.sku, place, content.lot));
    const amount = toInteger(content.quantity);
    if (!row || amount === null) return { problem: refuse("unknown_goods", `no ${content.sku} at ${place}`) };
    if (expectedVersion !== null && expectedVersion !== String(row.version))
      return { problem: { status: 412, body: { code: "stale", detail: `version is ${row.version}, not ${expectedVersion}` } } };
    if (row.onHand - row.allocated < amount)
      return { problem: refuse("insufficient_available", `${toText(row.onHand - row.allocated)} left`) };
    return { row, amount };
  };

  /** Allocates goods for a transfer; they leave with the goods issue. */
  const transfer = ({ content, expectedVersion }) => {
    const { problem, row, amount } = takeFrom(content, expectedVersion, content.from);
    if (problem) return problem;
    row.allocated += amount;
    row.version += 1;
    const reference = next("MOVE");
    documents.set(reference, { kind: "transfer", content, version: 1 });
    return result(reference, String(row.version), "confirmed", { state: "allocated" });
  };

  /** Posts a counted quantity: absolute, so posting it twice changes nothing more. */
  const adjust = ({ content, expectedVersion }) => {
    const row = stock.get(idOf(content.sku, content.location, content.lot));
    const counted = toInteger(content.counted);
    if (!row || counted === null) return refuse("unknown_goods", `no ${content.sku} at ${content.location}`);
    if (expectedVersion !== null && expectedVersion !== String(row.version))
      return { status: 412, body: { code: "stale", detail: `version is ${row.version}` } };
    if (counted < row.allocated) return refuse("below_allocated", `${toText(row.allocated)} are allocated`);
    row.onHand = counted;
    row.version += 1;
    return result(next("COUNT"), String(row.version), "confirmed");
  };

  const file = (prefix, outcome) => (body) => {
    const reference = next(prefix);
    documents.set(reference, { kind: body.tool, content: body.content, version: 1 });
    return result(reference, "1", outcome);
  };

  const tools = {
    transfer_stock: transfer,
    adjust_stock: adjust,
    set_stock_status: file("STATUS", "confirmed"),
    create_reorder: file("PO", "confirmed"),
    book_shipment: file("BOOKING", "confirmed"),
    cancel_shipment: file("CANCEL", "confirmed"),
    reschedule_leg: file("REBOOKING", "confirmed"),
    reroute_shipment: file("REROUTING", "confirmed"),
    // An authority takes in now and decides later.
    lodge_declaration: file("LODGED", "pending"),
    amend_declaration: file("AMENDMENT", "pending"),
    invalidate_declaration: file("INVALIDATION", "pending"),
    file_exit_evidence: file("EVIDENCE", "pending"),
  };

  const readStock = (id) => {
    const row = stock.get(id);
    if (!row) return [];
    const [sku, location, lot = null] = id.split("|");
    const onHand = row.raw ?? toText(row.onHand);
    return [{ kind: "stock", id, version: String(row.version), fields: { sku, location, lot, onHand, allocated: toText(row.allocated) } }];
  };
  const readDocument = ({ kind, id }) => {
    const document = documents.get(id);
    return document ? [{ kind, id, version: String(document.version), fields: { document: document.kind } }] : [];
  };

  return {
    load,
    apply: (body) => tools[body.tool]?.(body) ?? refuse("unknown_tool", `this system does not do ${body.tool}`),
    /** `{ kind: "stock", id: "*" }` gives all rows. */
    read: (selectors) => ({
      records: selectors.flatMap((selector) => {
        if (selector.kind !== "stock") return readDocument(selector);
        return selector.id === "*" ? [...stock.keys()].flatMap(readStock) : readStock(selector.id);
      }),
    }),
  };
}
