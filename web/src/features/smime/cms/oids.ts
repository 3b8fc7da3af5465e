/** Object identifiers of CMS (RFC 5652, RFC 5083, RFC 5084) and of what it uses. */
export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  envelopedData: '1.2.840.113549.1.7.3',
  authEnvelopedData: '1.2.840.113549.1.9.16.1.23',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  capabilities: '1.2.840.113549.1.9.15',
  signingTime: '1.2.840.113549.1.9.5',
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsaOaep: '1.2.840.113549.1.1.7',
  mgf1: '1.2.840.113549.1.1.8',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  aes256Wrap: '2.16.840.1.101.3.4.1.45',
  /** dhSinglePass-stdDH-sha256kdf-scheme (RFC 5753 §7.1.4). */
  ecdhSha256: '1.3.132.1.11.1',
  ecPublicKey: '1.2.840.10045.2.1',
  aes256Gcm: '2.16.840.1.101.3.4.1.46',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/** Ciphers of the content that can be opened, by their identifier: the key's length in bytes and WebCrypto's name. */
export const contentCiphers: Readonly<
  Record<string, { name: 'AES-CBC' | 'AES-GCM'; bytes: number }>
> = {
  '2.16.840.1.101.3.4.1.2': { name: 'AES-CBC', bytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'AES-CBC', bytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'AES-CBC', bytes: 32 },
  '2.16.840.1.101.3.4.1.6': { name: 'AES-GCM', bytes: 16 },
  '2.16.840.1.101.3.4.1.26': { name: 'AES-GCM', bytes: 24 },
  '2.16.840.1.101.3.4.1.46': { name: 'AES-GCM', bytes: 32 },
}

export const digestNames: Readonly<Record<string, string>> = {
  [oid.sha1]: 'SHA-1',
  [oid.sha256]: 'SHA-256',
  [oid.sha384]: 'SHA-384',
  [oid.sha512]: 'SHA-512',
}
