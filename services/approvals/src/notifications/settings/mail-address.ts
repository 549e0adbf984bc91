import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

/** One plain address: no name, no list, no quoting, nothing that could end a header. */
export const MailAddress = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/, {
    error: "must be one plain address such as name@example.com",
  });

/** @throws AppError mail_domain_refused when an installation names its domains and this is none of them. */
export function refuseOtherDomains(address: string, domains: readonly string[], path: string): void {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.includes(domain)) return;
  throw new AppError("mail_domain_refused", { errors: [{ path, message: `must be an address at ${domains.join(" or ")}` }] });
}
