// A world of its own, unlike any that ships with the product: the model must get along with whatever the tools say.
export { MEMORY, RUNTIME, TOOLS } from "./small-tools.ts";

type Json = Record<string, unknown>;

const ITEMS = [
  { sku: "QX-77", name: "Hex bolt M12", units: ["PCE", "BOX"] },
  { sku: "FLU-9", name: "Coolant glycol", units: ["LTR", "DRM", "IBC"] },
  { sku: "GLV-X", name: "Work gloves", units: ["PR", "CTN"] },
];
const PLACES = [
  { id: "LOC-ANR", names: ["BEANR", "Antwerp", "ANR"] },
  { id: "LOC-OSL", names: ["NOOSL", "Oslo", "OSL"] },
  { id: "LOC-NOR", names: ["Northfield"] },
];
const STOCK = [
  {
    id: "STK-901",
    sku: "QX-77",
    location: "LOC-ANR",
    lot: null,
    onHand: "700",
    reserved: "200",
    available: "500",
    safetyStock: "50",
    unit: "PCE",
    status: "available",
    version: 3,
    reservations: [{ id: "RSV-41", quantity: "200", demandRef: "SHP-8", expiresAt: null, expired: false }],
  },
  {
    id: "STK-902",
    sku: "FLU-9",
    location: "LOC-ANR",
    lot: "C1",
    expiry: "2031-02-01",
    onHand: "9000",
    reserved: "0",
    available: "9000",
    safetyStock: null,
    unit: "LTR",
    status: "available",
    version: 1,
    reservations: [],
  },
  {
    id: "STK-903",
    sku: "GLV-X",
    location: "LOC-OSL",
    lot: null,
    onHand: "30",
    reserved: "10",
    available: "20",
    safetyStock: "60",
    unit: "PR",
    status: "available",
    version: 2,
    reservations: [],
  },
];
const SHIPMENTS = [
  {
    id: "SHP-8",
    version: 4,
    state: "booked",
    origin: "LOC-ANR",
    destination: "LOC-OSL",
    etd: "2031-03-04T10:00:00Z",
    eta: "2031-03-06T10:00:00Z",
    late: false,
    lines: [{ sku: "QX-77", quantity: "200", uom: "PCE" }],
    holds: [{ id: "HLD-3", type: "credit", state: "active" }],
  },
];
const PAPERS = [
  {
    id: "EXD-55",
    version: 2,
    state: "draft",
    shipmentId: "SHP-8",
    mrn: null,
    destinationCountry: "NO",
    consignee: "PTY-9",
    lines: [{ sku: "QX-77", quantity: "180", uom: "PCE" }],
    nextDeadline: null,
  },
];

const fail = (code: string, hint: string, path = "") => ({ ok: false, code, hint, path });
const ok = (result: Json) => ({ ok: true, result });
let refs = 0;
const proposed = (result: Json) => ({ ok: true, proposed: true, ref: `@p${++refs}`, result, findings: [] });
const place = (name: unknown) =>
  PLACES.find((candidate) => [candidate.id, ...candidate.names].some((known) => known.toLowerCase() === String(name).toLowerCase()));
const item = (name: unknown) => {
  const wanted = String(name).toLowerCase();
  return (
    ITEMS.find((candidate) => candidate.sku.toLowerCase() === wanted) ??
    ITEMS.find((candidate) => wanted.split(" ").every((word) => candidate.name.toLowerCase().includes(word.replace(/s$/, ""))))
  );
};

function taking(args: Json): Json | { sku: string; unit: string } {
  const found = item(args.sku);
  if (!found) return fail("unknown_sku", `There is no sku ${args.sku}.`, "sku");
  if (!found.units.includes(String(args.uom)))
    return fail("uom_mismatch", `${found.sku} has no unit ${args.uom}; it has ${found.units.join(", ")}.`, "uom");
  for (const key of ["location", "fromLocation", "toLocation"])
    if (args[key] !== null && args[key] !== undefined && !place(args[key]))
      return fail("unknown_location", `${args[key]} is none of our places: LOC-ANR Antwerp, LOC-OSL Oslo.`, key);
  return { sku: found.sku, unit: found.units[0] ?? "" };
}

/** Runs a tool call in the small world. */
export function runTool(name: string, args: Json): Json {
  if (name === "ask_user" || name === "refuse") return { ok: true };
  if (name === "remember")
    return args.value === "LOC-OSL"
      ? fail("untrusted_value", "It does not stand in the user's words.", "value")
      : { ok: true, remembered: args };
  if (name === "recall")
    return {
      ok: true,
      facts: [
        { name: "defaultSite", value: { kind: "location", id: "LOC-ANR" } },
        { name: "alias", word: "the bolts", value: { kind: "sku", id: "QX-77" } },
      ],
    };
  if (name === "find_stock") {
    if (args.sku && !item(args.sku)) return fail("unknown_sku", `There is no sku ${args.sku}.`, "sku");
    if (args.location && !place(args.location)) return fail("unknown_location", "none", "location");
    const rows = STOCK.filter(
      (row) =>
        (!args.sku || row.sku === item(args.sku)?.sku) &&
        (!args.location || row.location === place(args.location)?.id) &&
        (args.belowSafety !== true || Number(row.available) < Number(row.safetyStock ?? 0)),
    );
    return ok({
      rows,
      totals: rows.map(({ sku, location, onHand, reserved, available, safetyStock, unit }) => ({
        sku,
        location,
        onHand,
        reserved,
        available,
        safetyStock,
        unit,
      })),
      notShown: 0,
    });
  }
  if (name === "find_shipments") {
    const found = SHIPMENTS.filter((shipment) => !args.shipmentId || shipment.id === args.shipmentId);
    return ok({
      count: found.length,
      shipments: found,
      ...(found.length === 0 ? { notFound: args.shipmentId ?? "no shipment matches" } : {}),
    });
  }
  if (name === "find_declarations") {
    const found = PAPERS.filter(
      (paper) => (!args.declarationId || paper.id === args.declarationId) && (!args.shipmentId || paper.shipmentId === args.shipmentId),
    );
    return ok({
      count: found.length,
      declarations: found,
      ...(found.length === 0 ? { notFound: args.declarationId ?? args.shipmentId } : {}),
    });
  }
  if (name === "check_controls")
    return item(args.sku)
      ? ok({
          sku: item(args.sku)?.sku,
          controlled: false,
          licenceNeeded: false,
          destinationCountry: args.destinationCountry,
          onDate: "2031-03-03",
          problems: [],
          licences: [],
        })
      : fail("unknown_sku", "no", "sku");
  if (name === "quote_options")
    return ok({
      from: args.fromUnlocode,
      to: args.toUnlocode,
      count: 2,
      options: [
        {
          id: "SVC-72",
          etd: "2031-03-06T08:00:00Z",
          eta: "2031-03-09T08:00:00Z",
          bookable: true,
          acceptsGoods: true,
          meetsDeliverBy: null,
        },
        {
          id: "SVC-71",
          etd: "2031-03-04T08:00:00Z",
          eta: "2031-03-08T08:00:00Z",
          bookable: true,
          acceptsGoods: true,
          meetsDeliverBy: null,
        },
      ],
    });
  if (name === "release_reservation")
    return args.reservationId === "RSV-41"
      ? proposed({ reservation: "RSV-41", released: "200" })
      : fail("unknown_reservation", `There is no reservation ${args.reservationId}.`, "reservationId");
  if (["adjust_stock", "place_hold", "lodge_declaration", "draft_declaration", "book_shipment"].includes(name)) return proposed({});
  const found = taking(args);
  if ("ok" in found) return found;
  if (name !== "check_availability")
    return proposed({ stock: "STK-901", quantity: args.quantity, available: "500", availableAfter: "440", unit: found.unit });
  const rows = STOCK.filter((row) => row.sku === found.sku && (!args.location || row.location === place(args.location)?.id));
  return ok({
    sku: found.sku,
    wanted: { quantity: args.quantity, uom: args.uom, base: args.quantity, unit: found.unit },
    neededBy: args.neededBy,
    enoughNowAt: rows.filter((row) => Number(row.available) >= Number(args.quantity)).map((row) => row.location),
    unit: found.unit,
    places: rows.map((row) => ({
      location: row.location,
      available: row.available,
      safetyStock: row.safetyStock,
      unit: row.unit,
      lots: [{ id: row.id }],
    })),
  });
}
