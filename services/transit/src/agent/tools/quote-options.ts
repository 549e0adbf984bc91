import { defineReadTool } from "@quartermaster/agent/agent";
import { keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { DateText, Quantity } from "../../domain/booking-args.ts";
import type { Place } from "../../domain/place.ts";
import { type QuotedService, quoteServices } from "../../domain/quote-services.ts";
import { resolvePlace } from "../../domain/resolve-place.ts";
import { serviceFields } from "../../domain/service-fields.ts";
import type { TransitPorts } from "../transit-ports.ts";

const Args = z.strictObject({
  fromUnlocode: keyText(60, 2).describe("UN/LOCODE, own location or alias where the goods leave"),
  toUnlocode: keyText(60, 2).describe("UN/LOCODE, own location or alias where the goods go"),
  readyAt: DateText.optional().describe("Earliest time the goods can be handed over"),
  deliverBy: DateText.optional().describe("Latest arrival"),
  mode: z.enum(["sea", "air", "road", "parcel", "barge", "rail"]).optional(),
  grossKg: Quantity.optional(),
  dgUn: z
    .string()
    .regex(/^UN\d{4}$/)
    .optional()
    .describe("UN number of dangerous goods, e.g. UN1263"),
});
type Args = z.infer<typeof Args>;

const shown = (quoted: QuotedService) => ({
  ...serviceFields(quoted.service, quoted.carrier, quoted.capacityLeftKg),
  bookBy: quoted.bookBy,
  bookable: quoted.bookable,
  meetsDeliverBy: quoted.meetsDeliverBy,
  acceptsGoods: quoted.acceptsGoods,
  reasons: quoted.reasons,
});

async function quote(args: Args, from: Place, to: Place, ports: TransitPorts, businessNow: string): Promise<QuotedService[]> {
  const services = [];
  for (const service of await ports.servicesBetween(from.unlocode, to.unlocode)) {
    const carrier = await ports.carrier(service.carrier);
    if (carrier) services.push({ service, carrier, bookedKg: await ports.bookedKg(service.id) });
  }
  return quoteServices({
    services,
    readyAt: args.readyAt ?? null,
    deliverBy: args.deliverBy ?? null,
    mode: args.mode ?? null,
    grossKg: args.grossKg ?? null,
    dangerousGoods: args.dgUn === undefined ? null : { un: args.dgUn, dgClass: await ports.classOfUn(args.dgUn) },
    businessNow,
  });
}

/** Services between two places with all that decides between them. */
export const quoteOptionsTool = defineReadTool<TransitPorts, Args>({
  name: "quote_options",
  version: 1,
  effect: "read",
  description:
    "Lists services (sailings, flights, trips) between two places, earliest arrival first: departure, arrival, cut-offs, last moment to book, capacity left, temperature control, dangerous-goods acceptance. Not for booking (book_shipment), not for existing shipments (find_shipments).",
  schema: Args,
  async run(args, context) {
    const from = await resolvePlace(context.ports, args.fromUnlocode);
    const to = await resolvePlace(context.ports, args.toUnlocode);
    if (!from)
      return {
        ok: false,
        code: "unknown_place",
        hint: `There is no place ${args.fromUnlocode}. Give a UN/LOCODE such as DEHAM.`,
        path: "fromUnlocode",
      };
    if (!to)
      return {
        ok: false,
        code: "unknown_place",
        hint: `There is no place ${args.toUnlocode}. Give a UN/LOCODE such as ESVLC.`,
        path: "toUnlocode",
      };
    const quoted = await quote(args, from, to, context.ports, context.businessNow);
    const best = quoted.find((option) => option.bookable && option.meetsDeliverBy !== false);
    return {
      ok: true,
      result: {
        from: from.unlocode,
        to: to.unlocode,
        count: quoted.length,
        recommended: best?.service.id ?? null,
        options: quoted.map(shown),
      },
      records: quoted.map((option) => ({
        domain: "transit",
        kind: "service",
        id: option.service.id,
        version: option.service.version,
        fields: shown(option),
      })),
    };
  },
});
