import * as asn1js from 'asn1js'
import { ContentInfo } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asX509, openOpenssl } from '../../../../test/openssl.ts'
import { makeKeyPair, type NewKeyPair } from '../key-pair.ts'
import { keysOfPin, newDerivation, seal } from '../pin.ts'
import { readSmime } from '../read-mail.ts'
import { type UnlockedKey, unlock } from '../unlocked-key.ts'
import { asciiBytes, type Bytes, own } from './bytes.ts'
import { readCertificate } from './certificate.ts'
import { type Opener, openEnvelope } from './cms-decrypt.ts'
import { encryptFor } from './cms-encrypt.ts'
import { signEntity } from './cms-sign.ts'

const entity = asciiBytes('Content-Type: text/plain\r\n\r\nthe canary sings\r\n')

let tool: Awaited<ReturnType<typeof openOpenssl>>
let pair: NewKeyPair
let key: UnlockedKey

beforeAll(async () => {
  pair = await makeKeyPair('ann@example.test')
  const { sealKey } = await keysOfPin('864200', newDerivation())
  const sealedKey = await seal(sealKey, own(pair.pkcs8))
  key = await unlock(sealKey, { certificate: pair.certificate, sealedKey })
  tool = await openOpenssl(pair)
})

afterAll(() => tool.stop())

const openssl = (...args: string[]) => tool.run(...args)

const open = (der: Bytes, opener: Opener = key) => {
  const info = new ContentInfo({ schema: asn1js.fromBER(der).result })
  return openEnvelope(info.contentType, info.content, opener)
}

describe('the PIN', () => {
  it('makes the same keys of the same PIN, other keys of another, and the proof opens nothing', async () => {
    const derivation = newDerivation()
    const [one, same, other] = [
      await keysOfPin('123456', derivation),
      await keysOfPin('123456', derivation),
      await keysOfPin('123457', derivation),
    ]
    expect(one.proof).toBe(same.proof)
    expect(one.proof).not.toBe(other.proof)
    const sealed = await seal(one.sealKey, own(pair.pkcs8))
    await expect(
      unlock(same.sealKey, { certificate: pair.certificate, sealedKey: sealed }),
    ).resolves.toBeDefined()
    await expect(
      unlock(other.sealKey, { certificate: pair.certificate, sealedKey: sealed }),
    ).rejects.toThrow()
    expect(one.sealKey.extractable).toBe(false)
    expect(key.signKey.extractable).toBe(false)
  })
})

describe('the certificate', () => {
  it('names the address alone, verifies by its own key, and every program reads it', async () => {
    const facts = await readCertificate(pair.certificate)
    expect(facts.addresses).toEqual(['ann@example.test'])
    const one = asX509(pair.certificate)
    expect(one.subjectAltName).toBe('email:ann@example.test')
    expect(one.verify(one.publicKey)).toBe(true)
    expect(one.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(facts.fingerprint)
    expect(one.ca).toBe(false)
  })
})

describe('RFC 5083 what we encrypt', () => {
  it('opens with our own code, and with OpenSSL', async () => {
    const der = await encryptFor(entity, [pair.certificate])
    expect(Buffer.from(der).includes('canary')).toBe(false)
    expect(await open(der)).toEqual(entity)
    await tool.write('ours.p7m', der)
    const { stdout } = await openssl(
      ...[
        'cms',
        '-decrypt',
        '-inform',
        'DER',
        '-in',
        'ours.p7m',
        '-inkey',
        'key.pem',
        '-recip',
        'cert.pem',
      ],
    )
    expect(stdout).toContain('the canary sings')
  })

  it('opens for each of its recipients, and for nobody else', async () => {
    const ben = await makeKeyPair('ben@example.test')
    const opener = {
      certificate: ben.certificate,
      withPrivateKey: <T>(use: (pkcs8: Bytes) => Promise<T>) => use(own(ben.pkcs8)),
    }
    const both = await encryptFor(entity, [pair.certificate, ben.certificate])
    expect(await open(both)).toEqual(entity)
    expect(await open(both, opener)).toEqual(entity)
    const notForBen = await encryptFor(entity, [pair.certificate])
    await expect(open(notForBen, opener)).rejects.toMatchObject({ reason: 'not-for-you' })
  })

  it('does not open when any byte of text or tag was changed', async () => {
    const der = await encryptFor(entity, [pair.certificate])
    for (const back of [1, 20, 40]) {
      const changed = own(der)
      const at = changed.length - back
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open(changed)).rejects.toMatchObject({ reason: 'damaged' })
    }
  })
})

describe('what other programs encrypt', () => {
  const cases: [string, string[]][] = [
    ['AES-256-CBC, RSAES-PKCS1-v1_5 (Outlook, Thunderbird)', ['-aes256']],
    ['AES-128-CBC, RSAES-PKCS1-v1_5', ['-aes128']],
    ['AES-256-GCM, RSAES-PKCS1-v1_5', ['-aes-256-gcm']],
    [
      'AES-256-CBC, RSAES-OAEP with SHA-1',
      ['-aes256', '-recip', 'cert.pem', '-keyopt', 'rsa_padding_mode:oaep'],
    ],
    [
      'AES-256-GCM, RSAES-OAEP with SHA-256',
      [
        '-aes-256-gcm',
        '-recip',
        'cert.pem',
        '-keyopt',
        'rsa_padding_mode:oaep',
        '-keyopt',
        'rsa_oaep_md:sha256',
      ],
    ],
    ['streamed with lengths left open (BER)', ['-aes256', '-stream']],
  ]
  it.each(cases)('%s opens', async (_, how) => {
    await tool.write('plain.txt', entity)
    const to = how.includes('-recip') ? [] : ['cert.pem']
    await openssl(
      ...[
        'cms',
        '-encrypt',
        '-binary',
        '-in',
        'plain.txt',
        '-outform',
        'DER',
        '-out',
        'theirs.p7m',
      ],
      ...how,
      ...to,
    )
    const der = own(await tool.read('theirs.p7m'))
    expect(await open(der)).toEqual(entity)
  })

  it('3DES is named as a cipher that is not opened', async () => {
    await openssl(
      'cms',
      '-encrypt',
      '-binary',
      '-des3',
      '-in',
      'plain.txt',
      '-outform',
      'DER',
      '-out',
      'old.p7m',
      'cert.pem',
    )
    const der = own(await tool.read('old.p7m'))
    await expect(open(der)).rejects.toMatchObject({ reason: 'cipher' })
  })

  it('a wrong padding of the key is not told from a wrong text (Bleichenbacher)', async () => {
    await openssl(
      'cms',
      '-encrypt',
      '-binary',
      '-aes256',
      '-in',
      'plain.txt',
      '-outform',
      'DER',
      '-out',
      'theirs.p7m',
      'cert.pem',
    )
    const der = own(await tool.read('theirs.p7m'))
    const changed = own(der)
    // Inside the encrypted key, which stands before the text.
    const at = changed.length - entity.length - 120
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(open(changed)).rejects.toMatchObject({ reason: 'damaged' })
  })
})

describe('RFC 8551 what we sign', () => {
  it('is verified by OpenSSL, and not once it was changed', async () => {
    const signed = await signEntity(entity, key)
    const verify = async (bytes: Uint8Array) => {
      await tool.write('signed.eml', bytes)
      return openssl(
        ...['cms', '-verify', '-in', 'signed.eml', '-CAfile', 'cert.pem', '-purpose', 'any'],
      )
    }
    expect((await verify(signed)).stdout).toContain('the canary sings')
    const changed = Buffer.from(Buffer.from(signed).toString('latin1').replace('sings', 'stings'))
    await expect(verify(changed)).rejects.toThrow(/digest|verif/i)
  })
})

describe('READ-07 signatures of other programs', () => {
  const known = async (address: string) =>
    address === 'ann@example.test' ? [pair.certificate] : []
  const look = async (entityOfMail: string) => {
    const raw = asciiBytes(`From: ann@example.test\r\nMIME-Version: 1.0\r\n${entityOfMail}`)
    const looked = await readSmime(raw, { opener: null, certificatesOf: known })
    return looked.kind === 'read' ? looked.mail : null
  }
  const signed = async (...how: string[]) => {
    await tool.write('text.txt', entity)
    await openssl(
      ...['cms', '-sign', '-binary', '-in', 'text.txt', '-outform', 'DER', '-out', 'sig.der'],
      ...['-signer', 'cert.pem', '-inkey', 'key.pem', ...how],
    )
    return (await tool.read('sig.der')).toString('base64')
  }
  const opaque = (base64: string) =>
    `Content-Type: application/pkcs7-mime; smime-type=signed-data\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`
  const beside = (base64: string, shown = entity) =>
    `Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=s\r\n\r\n--s\r\n${Buffer.from(shown).toString()}\r\n--s\r\nContent-Type: application/pkcs7-signature\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n--s--\r\n`

  it('the text inside the object, or beside it, is verified', async () => {
    const inside = await look(opaque(await signed('-nodetach')))
    expect(inside).toMatchObject({ verdict: 'valid', signer: 'ann@example.test' })
    expect(Buffer.from(inside?.shown ?? []).toString()).toContain('canary')
    expect(await look(beside(await signed()))).toMatchObject({ verdict: 'valid' })
    expect(await look(beside(await signed('-md', 'sha512')))).toMatchObject({ verdict: 'valid' })
  })

  it.each([
    ['another text inside the object than the one that is shown', ['-nodetach'], 'pay eve'],
    ['the right text inside the object and beside it', ['-nodetach'], null],
    ['no signed attributes', ['-noattr'], null],
    ['a broken hash', ['-md', 'sha1'], null],
  ])('T36 %s is not valid', async (_, how, words) => {
    const shown = words === null ? entity : asciiBytes(`Content-Type: text/plain\r\n\r\n${words}`)
    expect(await look(beside(await signed(...how), shown))).toMatchObject({ verdict: 'broken' })
  })

  it('T36 an object without its certificate is not valid', async () => {
    expect(await look(beside(await signed('-nocerts')))).toMatchObject({ verdict: 'broken' })
  })

  it('T36 an object with text inside but no signer is not valid', async () => {
    await openssl('cms', '-data_create', '-in', 'text.txt', '-outform', 'DER', '-out', 'sig.der')
    const base64 = (await tool.read('sig.der')).toString('base64')
    await expect(look(opaque(base64))).rejects.toMatchObject({ reason: 'cipher' })
  })
})
