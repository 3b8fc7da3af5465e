/** How 7z, RAR, gzip, compress, bzip2, xz, lzip, LZMA, Zstandard, LZ4, CAB, WIM and ARJ begin (latin1). */
const packed = [
  ...['7z\xbc\xaf', 'Rar!', '\x1f\x8b', '\x1f\x9d', 'BZh', '\xfd7zXZ', 'LZIP', '\x5d\0\0'],
  ...['\x28\xb5\x2f\xfd', '\x04\x22\x4d\x18', 'MSCF', 'MSWIM', '\x60\xea'],
]

/** Whether the first bytes (latin1) are those of an archive or of packed data that is not opened here; LHA says so in its third. */
export const isPackedData = (head: string): boolean =>
  packed.some((one) => head.startsWith(one)) || /^..-lh/s.test(head)

/** OpenPGP (armoured, and the packets that begin what GnuPG writes), OpenSSL and age. */
const locked = [
  ...['-----BEGIN PGP MESSAGE', 'Salted__', 'age-encryption.org/'],
  ...['\x85\x01\x0c\x03', '\x85\x02\x0c\x03', '\x84\x5e\x03', '\x8c\x0d\x04'],
]

export const isLockedData = (head: string): boolean => locked.some((one) => head.startsWith(one))

/** enveloped-data and authEnveloped-data, as DER has them. */
const sealedTypes = ['2a864886f70d010703', '2a864886f70d0109100117']

/** A ContentInfo (RFC 5652) begins with its type: a sequence of any length, then the identifier. */
export function isEnveloped(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0
  const at = length > 0x80 ? 2 + (length - 0x80) : 2
  const size = bytes[at + 1] ?? 0
  if (bytes[0] !== 0x30 || bytes[at] !== 0x06) return false
  const type = Buffer.from(bytes.subarray(at + 2, at + 2 + size)).toString('hex')
  return sealedTypes.includes(type)
}
