import type { OutsideMapping } from "@quartermaster/executor";

const TOOLS = ["book_shipment", "cancel_shipment", "reschedule_leg", "reroute_shipment"];

/** Bookings with carriers. Lines and holds stay ours; a carrier hears of them with the goods. */
export const transitOutside: OutsideMapping = {
  tools: TOOLS,
  answeredLater: TOOLS,
  idsOf: (tool, newRecordId) => (tool === "book_shipment" ? { shipmentId: newRecordId("SHP", "shipment") } : {}),
  // A carrier has no record of ours to compare before it takes a booking; our own versions were compared under lock.
  selectorOf: () => null,
  differenceOf: () => null,
};
