/** The little of ASN.1 DER (X.690) that certificates and signed data need. */
export const der = {
  sequence: (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts)),
  set: (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts)),
  /** Constructed, context-specific. */
  context: (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content),
  /** Primitive, context-specific. */
  implicit: (number: number, content: Buffer): Buffer => tagged(0x80 + number, content),
  integer: (bytes: Buffer): Buffer => tagged(0x02, bytes),
  boolean: (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0])),
  bits: (bytes: Buffer): Buffer => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes])),
  octets: (bytes: Buffer): Buffer => tagged(0x04, bytes),
  utf8: (text: string): Buffer => tagged(0x0c, Buffer.from(text)),
  /** RFC 5280 §4.1.2.5.2. */
  time: (at: Date): Buffer =>
    tagged(0x18, Buffer.from(at.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, ''))),
  /** For years before 2050 (RFC 5652 §11.3). */
  utcTime: (at: Date): Buffer =>
    tagged(0x17, Buffer.from(at.toISOString().slice(2).replace(/\.\d+/, '').replace(/[-:T]/g, ''))),
  null: (): Buffer => tagged(0x05, Buffer.alloc(0)),
  oid: (dotted: string): Buffer => tagged(0x06, encodeOid(dotted)),
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** What stands in a value that is made of others: each with its tag and length. */
export function derParts(value: Buffer): Buffer[] {
  const { start, end } = contentAt(value, 0)
  const parts: Buffer[] = []
  for (let at = start; at < end; ) {
    const next = contentAt(value, at).end
    parts.push(value.subarray(at, next))
    at = next
  }
  return parts
}

function contentAt(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes.readUInt8(at + 1)
  const more = first < 0x80 ? 0 : first - 0x80
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
  const start = at + 2 + more
  return { start, end: start + length }
}

function encodeOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return Buffer.from([first * 40 + second, ...rest.flatMap(base128)])
}

function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    digits.unshift(128 + (left % 128))
  }
  return digits
}
