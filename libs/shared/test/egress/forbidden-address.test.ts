import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAllowList } from "../../src/egress/allow-list.ts";
import { chooseAddress, readDestination } from "../../src/egress/destination.ts";
import { whyForbidden } from "../../src/egress/forbidden-address.ts";
import { AppError } from "../../src/errors/index.ts";

const reasonOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (AppError.isInstance(error)) return error.extra.reason ?? error.code;
    throw error;
  }
  return null;
};
const none = readAllowList(undefined);

describe("addresses", () => {
  it.each([
    ["8.8.8.8", null],
    ["93.184.216.34", null],
    ["172.15.255.255", null],
    ["172.32.0.1", null],
    ["192.0.1.1", null],
    ["100.63.255.255", null],
    ["100.128.0.0", null],
    ["2606:4700:4700::1111", null],
    ["2a00:1450:4001:82a::200e", null],
    ["10.0.0.1", "private"],
    ["10.255.255.255", "private"],
    ["127.0.0.1", "private"],
    ["127.255.0.9", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["100.64.0.1", "private"],
    ["192.0.2.4", "private"],
    ["198.18.0.1", "private"],
    ["198.51.100.7", "private"],
    ["203.0.113.7", "private"],
    ["192.88.99.1", "private"],
    ["::1", "private"],
    ["fc00::1", "private"],
    ["fd12:3456::1", "private"],
    ["::ffff:8.8.8.8", "private"],
    ["::ffff:10.0.0.1", "private"],
    ["::ffff:7f00:1", "private"],
    ["::127.0.0.1", "private"],
    ["64:ff9b::8.8.8.8", "private"],
    ["64:ff9b::7f00:1", "private"],
    ["64:ff9b:1::1", "private"],
    ["2002:7f00:1::", "private"],
    ["2001::1", "private"],
    ["2001:db8::1", "private"],
    ["3fff::1", "private"],
    ["5f00::1", "private"],
    ["0.0.0.0", "never"],
    ["0.1.2.3", "never"],
    ["169.254.169.254", "never"],
    ["169.254.0.1", "never"],
    ["168.63.129.16", "never"],
    ["100.100.100.200", "never"],
    ["192.0.0.192", "never"],
    ["224.0.0.1", "never"],
    ["255.255.255.255", "never"],
    ["240.0.0.1", "never"],
    ["::", "never"],
    ["fe80::1", "never"],
    ["FE80::A", "never"],
    ["fe80::1%eth0", "never"],
    ["ff02::1", "never"],
    ["fec0::1", "never"],
    ["fd00:ec2::254", "never"],
    ["::ffff:169.254.169.254", "never"],
    ["::ffff:a9fe:a9fe", "never"],
    ["::ffff:0:169.254.169.254", "never"],
    ["64:ff9b::a9fe:a9fe", "never"],
    ["not an address", "never"],
    ["", "never"],
  ])("%s: %s", (address, forbidden) => {
    expect(whyForbidden(address)).toBe(forbidden);
  });

  it("no spelling of a forbidden IPv4 address as IPv6 is let through", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom("::ffff:", "64:ff9b::", "::ffff:0:", "::"), (address, prefix) => {
        expect(isIP(prefix + address)).toBe(6);
        expect(whyForbidden(prefix + address)).not.toBeNull();
      }),
    );
  });
});

describe("receivers", () => {
  it.each([
    ["https://hooks.example.com/a?b=c", null],
    ["https://hooks.example.com:8443/", null],
    ["https://hooks.example.com./", null],
    ["https://8.8.8.8/", null],
    ["https://bücher.example/", null],
    ["http://hooks.example.com/", "not_https"],
    ["ftp://hooks.example.com/", "not_https"],
    ["file:///etc/passwd", "not_https"],
    ["javascript:alert(1)", "not_https"],
    ["hooks.example.com", "not_a_url"],
    ["https://", "not_a_url"],
    ["https://user@hooks.example.com/", "credentials"],
    ["https://hooks.example.com:x@10.0.0.1/", "credentials"],
    ["https://hooks.example.com/#part", "fragment"],
    ["https://hooks.example.com:22/", "port_forbidden"],
    ["https://hooks.example.com:80/", "port_forbidden"],
    ["https://localhost/", "not_public"],
    ["https://intranet/", "not_public"],
    ["https://127.0.0.1/", "address_forbidden"],
    ["https://127.1/", "address_forbidden"],
    ["https://0177.0.0.1/", "address_forbidden"],
    ["https://0x7f.0.0.1/", "address_forbidden"],
    ["https://0x7f000001/", "address_forbidden"],
    ["https://2130706433/", "address_forbidden"],
    ["https://017700000001/", "address_forbidden"],
    ["https://１２７.0.0.1/", "address_forbidden"],
    ["https://127。0。0。1/", "address_forbidden"],
    ["https://0/", "address_forbidden"],
    ["https://169.254.169.254/latest/meta-data/", "address_forbidden"],
    ["https://[::1]/", "address_forbidden"],
    ["https://[::]/", "address_forbidden"],
    ["https://[::ffff:127.0.0.1]/", "address_forbidden"],
    ["https://[::ffff:a9fe:a9fe]/", "address_forbidden"],
    ["https://[0:0:0:0:0:ffff:10.0.0.1]/", "address_forbidden"],
    ["https://[fd00:ec2::254]/", "address_forbidden"],
    ["https://[fe80::1%25eth0]/", "not_a_url"],
    ["https://hooks.example.com\\@10.0.0.1/", "characters"],
    ["https://hooks.example.com/\r\nHost: x", "characters"],
    ["https://hooks.exa\tmple.com/", "characters"],
    ["https://hooks.example.com/\u202e", "characters"],
    [" https://hooks.example.com/", "characters"],
    [`https://hooks.example.com/${"a".repeat(2_000)}`, "too_long"],
  ])("%j: %s", (url, reason) => {
    expect(reasonOf(() => readDestination(url, none))).toBe(reason);
  });

  it("that the operator named may be private, by that name and port only, and never a machine's own credentials", () => {
    const allow = readAllowList("hooks.intern:9443, 10.1.2.3:443,169.254.169.254:443,[::1]:8443");
    expect(reasonOf(() => readDestination("https://hooks.intern:9443/x", allow))).toBeNull();
    expect(reasonOf(() => readDestination("https://hooks.intern:9444/x", allow))).toBe("port_forbidden");
    expect(reasonOf(() => readDestination("https://10.1.2.3/x", allow))).toBeNull();
    expect(reasonOf(() => readDestination("https://[::1]:8443/x", allow))).toBeNull();
    expect(reasonOf(() => readDestination("https://10.1.2.4/x", allow))).toBe("address_forbidden");
    expect(reasonOf(() => readDestination("https://169.254.169.254/x", allow))).toBe("address_forbidden");
    expect(chooseAddress({ allowed: true }, ["10.0.0.9"])).toBe("10.0.0.9");
    expect(reasonOf(() => chooseAddress({ allowed: true }, ["169.254.169.254"]))).toBe("address_forbidden");
  });

  it("whose name has one forbidden address among good ones, or none at all, are refused", () => {
    expect(chooseAddress({ allowed: false }, ["8.8.8.8", "2606:4700:4700::1111"])).toBe("8.8.8.8");
    expect(reasonOf(() => chooseAddress({ allowed: false }, ["8.8.8.8", "10.0.0.1"]))).toBe("address_forbidden");
    expect(reasonOf(() => chooseAddress({ allowed: false }, []))).toBe("unavailable");
  });

  it.each(["hooks.intern", "hooks.intern:0", "hooks.intern:70000", "https://hooks.intern:443", "*:443", "a b:1"])(
    "%s is no entry of the list of allowed ones",
    (entry) => {
      expect(reasonOf(() => readAllowList(entry))).toBe("config_invalid");
    },
  );
});
