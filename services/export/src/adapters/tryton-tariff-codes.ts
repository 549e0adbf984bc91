import { createTrytonClient, type OutsideRecord, type OutsideSystem, type TrytonClient, type TrytonOptions } from "@quartermaster/executor";
import { z } from "zod";

const Product = z.object({ id: z.string(), template: z.string() });
const Link = z.object({ "tariff_code.": z.object({ code: z.string() }) });

async function readCodes(client: TrytonClient, sku: string, signal: AbortSignal): Promise<OutsideRecord[]> {
  const [product] = z
    .array(Product)
    .parse(await client.call("model.product.product.search_read", [[["code", "=", sku]], 0, 1, null, ["template"]], signal));
  if (!product) return [];
  const domain = [["product", "=", `product.template,${product.template}`]];
  const links = z
    .array(Link)
    .parse(await client.call("model.product-customs.tariff.code.search_read", [domain, 0, 20, null, ["tariff_code.code"]], signal));
  const codes = links.map((link) => link["tariff_code."].code).sort();
  return [{ kind: "tariff_code", id: sku, version: codes.join(","), fields: { sku, codes } }];
}

/** Tryton as the place where classifications are kept: export control reads tariff codes from it and sends nothing to it. */
export function createTrytonTariffCodes(options: TrytonOptions): OutsideSystem {
  const client = createTrytonClient(options);
  return {
    name: "tryton",
    repeat: { kind: "never" },
    carries: () => false,
    async read(_tenant, selectors, signal) {
      const found: OutsideRecord[] = [];
      for (const { kind, id } of selectors) if (kind === "tariff_code") found.push(...(await readCodes(client, id, signal)));
      return found;
    },
    apply: async () => ({ kind: "rejected", code: "read_only", detail: "tariff codes are only read" }),
    lookup: async () => ({ kind: "not_found" }),
  };
}
