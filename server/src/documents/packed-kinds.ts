/** How 7z, RAR (old too), gzip, compress, xz, lzip, LZMA, Zstandard, LZ4, CAB, WIM, ARJ and the mailboxes of Outlook begin (latin1). */
const packed = [
  ...['7z\xbc\xaf', 'Rar!\x1a', '\x1f\x8b', '\x1f\x9d', '\xfd7zXZ', 'LZIP', '\x5d\0\0'],
  ...['\x28\xb5\x2f\xfd', '\x04\x22\x4d\x18', 'MSCF\0', 'MSWIM', '\x60\xea'],
  ...['RE~^', '!BDN'],
]
/** Of bzip2 the size of its blocks and the first of them, or its end; of LHA how it is packed, in the third byte. */
const packedForms = /^(?:BZh[1-9](?:1AY&SY|.rE8P)|..-l[hz][\dds]-)/s

/** Whether the first bytes (latin1) are those of an archive or of packed data that is not opened here; ACE says so in its eighth, behind flags. */
export const isPackedData = (head: string): boolean =>
  packed.some((one) => head.startsWith(one)) ||
  packedForms.test(head) ||
  (head.startsWith('**ACE**', 7) && head[4] === '\0')

/** OpenPGP in its armour, OpenSSL, age, and the packets that begin what GnuPG writes. */
const locked = [
  ...['-----BEGIN PGP MESSAGE', 'Salted__', 'age-encryption.org/'],
  ...['\x85\x01\x0c\x03', '\x85\x01\x8c\x03', '\x85\x02\x0c\x03', '\x84\x5e\x03', '\x8c\x0d\x04'],
]

/** Length of a packet, of any size, by the old and the new header (RFC 9580 section 4.2). */
const oldLength = String.raw`[\x84\x8c].|[\x85\x8d]..|[\x86\x8e]....`
const newLength = String.raw`[\xc1\xc3](?:[\0-\xbf]|[\xc0-\xdf].|\xff....|[\xe0-\xfe])`
/** What names a key of a reader: its version, the key, a known algorithm. */
const forKey = String.raw`[\x02\x03].{8}[\x01\x02\x10\x12\x19\x1a]|\x06(?:\0|\x15\x04|\x21\x06)`
/** What names a passphrase: its version, a known cipher. */
const forPhrase = String.raw`\x04[\x01-\x0d][\0\x01\x03\x04]|(?:\x05|\x06.)[\x01-\x0d][\x01-\x03]`
/** How OpenPGP begins whose text is encrypted, whatever the size of the key (RFC 9580 sections 5.1, 5.3). */
const openPgp = new RegExp(`^(?:${oldLength}|${newLength})(?:${forKey}|${forPhrase})`, 's')

/** CMS in its armour (RFC 7468 sections 8, 9), which certificates have as well. */
const armour = /^-----BEGIN (?:CMS|PKCS7)-----\r?\n([\w+/\r\n]{1,64})/

export function isLockedData(head: string): boolean {
  const [, inside = ''] = armour.exec(head) ?? []
  return (
    locked.some((one) => head.startsWith(one)) ||
    openPgp.test(head) ||
    isEnveloped(Buffer.from(inside, 'base64'))
  )
}

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
