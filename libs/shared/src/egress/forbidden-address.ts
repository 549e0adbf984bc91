import { BlockList, isIP } from "node:net";

/** `never` is called by nobody; `private` only by who is allowed to by name. */
export type Forbidden = "never" | "private";

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = ""] = range.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
};

/** Addresses that hand out a machine's own credentials, wherever it runs, and those that name no single machine. */
const NEVER = listOf([
  ...["0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4"],
  // Metadata and host agents outside of link-local: Azure, Alibaba, Oracle, AWS over IPv6.
  ...["168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::/32"],
  ...["::/128", "fe80::/10", "fec0::/10", "ff00::/8"],
]);

/** IPv4 that is not reachable from everywhere (IANA special-purpose registry). */
const PRIVATE_IPV4 = listOf([
  ...["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
]);
/** The part of IPv6 in which the public internet lives; all else is private, reserved or a disguise of IPv4. */
const GLOBAL_IPV6 = listOf(["2000::/3"]);
/** Within that part: protocol assignments with Teredo, 6to4 and documentation. They carry other addresses inside or reach nobody. */
const SPECIAL_IPV6 = listOf(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** IPv6 forms that lead to an IPv4 address: the address is then what counts. */
const EMBEDDED = [/^::ffff:(?:0:)?(\d+\.\d+\.\d+\.\d+)$/, /^64:ff9b::(\d+\.\d+\.\d+\.\d+)$/];

/** IPv4 inside of an IPv6 address, written out by the resolver or by hand in hexadecimal. */
function embeddedIpv4(address: string): string | null {
  for (const form of EMBEDDED) {
    const found = form.exec(address)?.[1];
    if (found) return found;
  }
  const hex = /^(?:::ffff|::ffff:0|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (!hex) return null;
  const bits = (Number.parseInt(hex[1] ?? "", 16) << 16) | Number.parseInt(hex[2] ?? "", 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

/**
 * Why an address may not be called, or null for one of the public internet. What is no plain address (with a zone, say) is `never`.
 * IPv4 inside of IPv6 is forbidden as well, as `never` when the address inside is.
 */
export function whyForbidden(address: string): Forbidden | null {
  const text = address.toLowerCase();
  const family = text.includes("%") ? 0 : isIP(text);
  if (family === 0) return "never";
  if (family === 4) {
    if (NEVER.check(text, "ipv4")) return "never";
    return PRIVATE_IPV4.check(text, "ipv4") ? "private" : null;
  }
  const inside = embeddedIpv4(text);
  if (inside !== null) return whyForbidden(inside) === "never" ? "never" : "private";
  if (NEVER.check(text, "ipv6")) return "never";
  return GLOBAL_IPV6.check(text, "ipv6") && !SPECIAL_IPV6.check(text, "ipv6") ? null : "private";
}
