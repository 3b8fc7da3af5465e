import * as asn1js from 'asn1js'
import {
  Attribute,
  AuthenticatedSafe,
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs'
import type { NewKeyPair } from '../key-pair.ts'
import { asciiBytes, type Bytes, own } from './bytes.ts'
import { parseCertificate } from './certificate.ts'

/** `password`: it does not open with that one. `form`: not a key file, or nothing in it. `old`: protected by RC2 or 3DES. */
type KeyFileTrouble = 'password' | 'form' | 'old'

export class KeyFileError extends Error {
  readonly trouble: KeyFileTrouble
  constructor(trouble: KeyFileTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

const bag = {
  key: '1.2.840.113549.1.12.10.1.1',
  shrouded: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
}
/** RFC 8018 §6.2: AES by a key of PBKDF2. The others of RFC 7292 are RC4, RC2 and 3DES. */
const pbes2 = '1.2.840.113549.1.5.13'
const oldSchemes = /^1\.2\.840\.113549\.1\.12\.1\./

/** A private key and the certificate of that key out of a .p12 file (RFC 7292). @throws KeyFileError */
export async function readKeyFile(file: Bytes, password: string): Promise<NewKeyPair> {
  const bags = await bagsOf(file, password)
  const keys: Bytes[] = []
  for (const one of bags) {
    if (one.bagId === bag.key) keys.push(own((one.bagValue as PrivateKeyInfo).toSchema().toBER()))
    if (one.bagId === bag.shrouded) keys.push(await unshroud(one.bagValue, password))
  }
  const certificates = bags
    .filter((one) => one.bagId === bag.certificate)
    .map((one) => (one.bagValue as CertBag).parsedValue)
    .filter((one) => one instanceof Certificate)
    .map((one) => own(one.toSchema().toBER(false)))
  for (const pkcs8 of keys) {
    const certificate = await fitting(pkcs8, certificates)
    if (certificate) return { certificate, pkcs8 }
  }
  throw new KeyFileError('form')
}

/** Rounds of the integrity check. They are counted here in the page, which stands still meanwhile: ours and those of others are fewer. */
const mostRounds = 1_000_000

async function bagsOf(file: Bytes, password: string): Promise<SafeBag[]> {
  const secret = asciiBytes(password).buffer
  const pfx = parsed(file)
  if ((pfx.macData?.iterations ?? 1) > mostRounds) throw new KeyFileError('form')
  try {
    await pfx.parseInternalValues({ password: secret, checkIntegrity: true })
  } catch {
    throw new KeyFileError('password')
  }
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!safe) throw new KeyFileError('form')
  const text = asciiOf(file)
  try {
    const safeContents = safe.safeContents.map(() => ({ password: secret }))
    await safe.parseInternalValues({ safeContents })
  } catch {
    // The integrity was right, so the password was.
    throw new KeyFileError(hasOldScheme(text) ? 'old' : 'form')
  }
  const contents: { value: SafeContents }[] = safe.parsedValue.safeContents
  return contents.flatMap(({ value }) => value.safeBags)
}

function parsed(file: Bytes): PFX {
  try {
    return PFX.fromBER(file)
  } catch {
    throw new KeyFileError('form')
  }
}

async function unshroud(value: unknown, password: string): Promise<Bytes> {
  if (!(value instanceof PKCS8ShroudedKeyBag)) throw new KeyFileError('form')
  const { algorithmId } = value.encryptionAlgorithm
  if (oldSchemes.test(algorithmId)) throw new KeyFileError('old')
  if (algorithmId !== pbes2) throw new KeyFileError('form')
  try {
    // The library keeps the method that opens it for itself and for PFX.
    const opening = value as unknown as {
      parseInternalValues(how: { password: ArrayBuffer }): Promise<void>
    }
    await opening.parseInternalValues({ password: asciiBytes(password).buffer })
  } catch {
    throw new KeyFileError('password')
  }
  if (!value.parsedValue) throw new KeyFileError('form')
  return own(value.parsedValue.toSchema().toBER())
}

/** pbeWithSHAAnd… (RFC 7292, appendix C): 1.2.840.113549.1.12.1.n in DER. */
const hasOldScheme = (text: string): boolean =>
  text.includes('\u002a\u0086\u0048\u0086\u00f7\u000d\u0001\u000c\u0001')
const asciiOf = (bytes: Bytes): string =>
  Array.from(bytes, (one) => String.fromCharCode(one)).join('')

/** The certificate whose public key belongs to a private one. */
async function fitting(pkcs8: Bytes, certificates: readonly Bytes[]): Promise<Bytes | null> {
  const how = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  try {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, how, true, ['sign'])
    const { n } = await crypto.subtle.exportKey('jwk', key)
    for (const der of certificates) {
      const spki = parseCertificate(der).subjectPublicKeyInfo.toSchema().toBER(false)
      const theirs = await crypto.subtle.importKey('spki', spki, how, true, ['verify'])
      if ((await crypto.subtle.exportKey('jwk', theirs)).n === n) return der
    }
  } catch {
    // Not RSA: nothing here works with it.
  }
  return null
}

const rounds = 600_000
const protection = {
  contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 },
  hmacHashAlgorithm: 'SHA-256',
  iterationCount: rounds,
} as const

/** A key and its certificate as a .p12 file, both under the password: AES-256-CBC by PBKDF2. */
export async function writeKeyFile(
  { certificate, pkcs8 }: NewKeyPair,
  password: string,
): Promise<Bytes> {
  const secret = asciiBytes(password).buffer
  const shrouded = new PKCS8ShroudedKeyBag({ parsedValue: PrivateKeyInfo.fromBER(pkcs8) })
  const sealing = shrouded as unknown as {
    makeInternalValues(how: typeof protection & { password: ArrayBuffer }): Promise<void>
  }
  await sealing.makeInternalValues({ password: secret, ...protection })
  // Programs find the key of a certificate by it (PKCS #9 §5.5.2).
  const localKeyId = new Attribute({
    type: '1.2.840.113549.1.9.21',
    values: [new asn1js.OctetString({ valueHex: new Uint8Array([1]).buffer })],
  })
  const safeOf = (bagId: string, bagValue: PKCS8ShroudedKeyBag | CertBag) =>
    new SafeContents({ safeBags: [new SafeBag({ bagId, bagValue, bagAttributes: [localKeyId] })] })
  const pfx = new PFX({
    parsedValue: {
      integrityMode: 0,
      authenticatedSafe: new AuthenticatedSafe({
        parsedValue: {
          safeContents: [
            { privacyMode: 0, value: safeOf(bag.shrouded, shrouded) },
            {
              privacyMode: 1,
              value: safeOf(
                bag.certificate,
                new CertBag({ parsedValue: parseCertificate(certificate) }),
              ),
            },
          ],
        },
      }),
    },
  })
  await pfx.parsedValue?.authenticatedSafe?.makeInternalValues({
    safeContents: [{}, { password: secret, ...protection }],
  })
  await pfx.makeInternalValues({
    password: secret,
    iterations: rounds,
    pbkdf2HashAlgorithm: 'SHA-256',
    hmacHashAlgorithm: 'SHA-256',
  })
  return own(pfx.toSchema().toBER(false))
}
