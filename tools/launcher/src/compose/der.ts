/** Just enough of DER (X.690) to write certificates. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  object: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
};

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = rest.flatMap((value) => {
    const groups = [value & 0x7f];
    for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tagged(TAG.object, Buffer.from([first * 40 + second, ...bytes]));
}

/** Writers of the types that a certificate is made of. */
export const der = {
  sequence: (...parts: Uint8Array[]) => tagged(TAG.sequence, ...parts),
  set: (...parts: Uint8Array[]) => tagged(TAG.set, ...parts),
  objectId,
  /** A number that is never negative. */
  integer: (bytes: Uint8Array) => tagged(TAG.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes),
  boolean: (value: boolean) => tagged(TAG.boolean, Buffer.from([value ? 0xff : 0])),
  bits: (bytes: Uint8Array, unused = 0) => tagged(TAG.bits, Buffer.from([unused]), bytes),
  octets: (bytes: Uint8Array) => tagged(TAG.octets, bytes),
  utf8: (text: string) => tagged(TAG.utf8, Buffer.from(text, "utf8")),
  /** Whole seconds; two-digit years before 2050, as certificates have them. */
  time: (at: Date) => {
    const text = `${at.toISOString().replace(/[-:T]|\.\d+Z$/g, "")}Z`;
    return at.getUTCFullYear() < 2050
      ? tagged(TAG.utcTime, Buffer.from(text.slice(2), "ascii"))
      : tagged(TAG.time, Buffer.from(text, "ascii"));
  },
  /** Context-specific tag that wraps a value. */
  explicit: (number: number, ...parts: Uint8Array[]) => tagged(0xa0 | number, ...parts),
  /** Context-specific tag in place of the value's own. */
  implicit: (number: number, content: Uint8Array) => tagged(0x80 | number, content),
};
