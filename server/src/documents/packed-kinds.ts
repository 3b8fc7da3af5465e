/** How 7z, RAR (old too), gzip, compress, bzip2, xz, lzip, LZMA, Zstandard, LZ4, CAB, WIM, ARJ and the mailboxes of Outlook begin (latin1). */
const packed = [
  ...['7z\xbc\xaf', 'Rar!', '\x1f\x8b', '\x1f\x9d', 'BZh', '\xfd7zXZ', 'LZIP', '\x5d\0\0'],
  ...['\x28\xb5\x2f\xfd', '\x04\x22\x4d\x18', 'MSCF', 'MSWIM', '\x60\xea'],
  ...['RE~^', '!BDN'],
]

/** Whether the first bytes (latin1) are those of an archive or of packed data that is not opened here; LHA says so in its third, ACE in its eighth. */
export const isPackedData = (head: string): boolean =>
  packed.some((one) => head.startsWith(one)) ||
  /^..-lh/s.test(head) ||
  head.slice(7, 14) === '**ACE**'

/** OpenPGP and CMS in their armour, OpenSSL, age, and the packets that begin what GnuPG writes. */
const locked = [
  ...['-----BEGIN PGP MESSAGE', '-----BEGIN CMS-----', '-----BEGIN PKCS7-----'],
  ...['Salted__', 'age-encryption.org/'],
  ...['\x85\x01\x0c\x03', '\x85\x01\x8c\x03', '\x85\x02\x0c\x03', '\x84\x5e\x03', '\x8c\x0d\x04'],
]

/** Length of a packet, of any size, by the old and the new header (RFC 9580 section 4.2). */
const oldLength = String.raw`[\x84\x8c].|[\x85\x8d]..|[\x86\x8e]....`
const newLength = String.raw`[\xc1\xc3](?:[\0-\xbf]|[\xc0-\xdf].|\xff....|[\xe0-\xfe])`
/** What names a key of a reader: its version, the key, a known algorithm. */
const forKey = String.raw`[\x02\x03].{8}[\x01\x02\x10\x12\x19\x1a]|\x06`
/** What names a passphrase: its version, a known cipher. */
const forPhrase = String.raw`\x04[\x01-\x0d][\0\x01\x03\x04]|[\x05\x06]`
/** How OpenPGP begins whose text is encrypted, whatever the size of the key (RFC 9580 sections 5.1, 5.3). */
const openPgp = new RegExp(`^(?:${oldLength}|${newLength})(?:${forKey}|${forPhrase})`, 's')

export const isLockedData = (head: string): boolean =>
  locked.some((one) => head.startsWith(one)) || openPgp.test(head)

/** enveloped-data, encrypted-data and authEnveloped-data, as DER has them. */
const sealedTypes = ['2a864886f70d010703', '2a864886f70d010706', '2a864886f70d0109100117']

/** A ContentInfo (RFC 5652) begins with its type: a sequence of any length, then the identifier. */
export function isEnveloped(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0
  const at = length > 0x80 ? 2 + (length - 0x80) : 2
  const size = bytes[at + 1] ?? 0
  if (bytes[0] !== 0x30 || bytes[at] !== 0x06) return false
  const type = Buffer.from(bytes.subarray(at + 2, at + 2 + size)).toString('hex')
  return sealedTypes.includes(type)
}
