import * as asn1js from 'asn1js'
import { ContentInfo } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asX509, openOpenssl } from '../../../../test/openssl.ts'
import { makeKeyPair, type NewKeyPair } from '../key-pair.ts'
import { keysOfPin, newDerivation, seal } from '../pin.ts'
import { readSmime } from '../read-mail.ts'
import { type UnlockedKey, unlock } from '../unlocked-key.ts'
import { asciiBytes, type Bytes, joined, own } from './bytes.ts'
import { readCertificate } from './certificate.ts'
import { type Opener, openEnvelope } from './cms-decrypt.ts'
import { encryptFor, type Recipient } from './cms-encrypt.ts'
import { signEntity } from './cms-sign.ts'
import { readKeyFile, writeKeyFile } from './key-file.ts'
import { oid } from './oids.ts'

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

const here = ({ certificate }: NewKeyPair): Recipient => ({ certificate, reads: 'here' })

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
    const der = await encryptFor(entity, [here(pair)])
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
    const both = await encryptFor(entity, [here(pair), here(ben)])
    expect(await open(both)).toEqual(entity)
    expect(await open(both, opener)).toEqual(entity)
    const notForBen = await encryptFor(entity, [here(pair)])
    await expect(open(notForBen, opener)).rejects.toMatchObject({ reason: 'not-for-you' })
  })

  it('does not open when any byte of text or tag was changed', async () => {
    const der = await encryptFor(entity, [here(pair)])
    for (const back of [1, 20, 40]) {
      const changed = own(der)
      const at = changed.length - back
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open(changed)).rejects.toMatchObject({ reason: 'damaged' })
    }
  })
})

describe('RFC 8551 §2.5.2 what programs of people outside read', () => {
  const opened = async (der: Bytes, cert = 'cert.pem', inkey = 'key.pem') => {
    await tool.write('out.p7m', der)
    const how = ['-inform', 'DER', '-in', 'out.p7m', '-recip', cert, '-inkey', inkey]
    return (await openssl('cms', '-decrypt', ...how)).stdout
  }
  const printed = async () =>
    (await openssl('cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', 'out.p7m')).stdout
  const outside = (reads: readonly string[]): Recipient => ({
    certificate: pair.certificate,
    reads,
  })

  const programs: [string, readonly string[], RegExp[]][] = [
    [
      'nothing is known of it: AES-256-CBC, RSAES-PKCS1-v1_5 (Outlook, Apple Mail, Thunderbird)',
      [],
      [/pkcs7-envelopedData/, /aes-256-cbc/, /rsaEncryption/],
    ],
    ['it says AES-256-GCM alone', [oid.aes256Gcm], [/authEnvelopedData/, /aes-256-gcm/]],
    [
      'it says AES-256-CBC and OAEP',
      [oid.aes256Cbc, oid.rsaOaep],
      [/pkcs7-envelopedData/, /aes-256-cbc/, /rsaesOaep/],
    ],
    [
      'it says all that we do',
      [oid.aes256Gcm, oid.rsaOaep],
      [/authEnvelopedData/, /aes-256-gcm/, /rsaesOaep/],
    ],
  ]
  it.each(programs)('%s', async (_, reads, names) => {
    const der = await encryptFor(entity, [outside(reads)])
    expect(await opened(der)).toContain('the canary sings')
    const text = await printed()
    for (const name of names) expect(text).toMatch(name)
    expect(await open(der)).toEqual(entity)
  })

  it.each(['P-256', 'P-384', 'P-521'])(
    'a certificate of the curve %s is reached by ECDH, beside one of RSA',
    async (curve) => {
      await openssl(
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        `ec_paramgen_curve:${curve}`,
        '-nodes',
        '-days',
        '30',
        '-subj',
        '/CN=curve',
        '-keyout',
        'ec.key',
        '-out',
        'ec.pem',
      )
      await openssl('x509', '-in', 'ec.pem', '-outform', 'DER', '-out', 'ec.der')
      const certificate = own(await tool.read('ec.der'))
      for (const reads of [[], [oid.aes256Gcm]]) {
        const der = await encryptFor(entity, [{ certificate, reads }, here(pair)])
        expect(await opened(der, 'ec.pem', 'ec.key')).toContain('the canary sings')
        expect(await opened(der)).toContain('the canary sings')
        expect(await open(der)).toEqual(entity)
      }
    },
  )

  it('what our signature says that we read is found in it', async () => {
    const signed = await signEntity(entity, key)
    const raw = joined(asciiBytes('From: ann@example.test\r\nMIME-Version: 1.0\r\n'), signed)
    const nobody = async () => ({ certificates: [], earlier: [], isPeer: false })
    const looked = await readSmime(raw, { opener: null, certificatesOf: nobody })
    const mail = looked.kind === 'read' ? looked.mail : null
    expect(mail).toMatchObject({
      verdict: 'unknown-signer',
      offered: { email: 'ann@example.test', certificate: pair.certificate },
    })
    expect(mail?.offered?.capabilities).toEqual([oid.aes256Gcm, oid.aes256Cbc, oid.rsaOaep])
  })
})

describe('KEYS-04 a key file (.p12)', () => {
  it('of OpenSSL is read by its password alone; one that is old, or none, is named', async () => {
    const make = async (...how: string[]) => {
      await openssl(
        'pkcs12',
        '-export',
        '-in',
        'cert.pem',
        '-inkey',
        'key.pem',
        '-passout',
        'pass:file-secret',
        '-out',
        'own.p12',
        ...how,
      )
      return own(await tool.read('own.p12'))
    }
    const file = await make()
    const read = await readKeyFile(file, 'file-secret')
    expect(read.certificate).toEqual(pair.certificate)
    const { sealKey } = await keysOfPin('864200', newDerivation())
    const unlocked = await unlock(sealKey, {
      certificate: read.certificate,
      sealedKey: await seal(sealKey, read.pkcs8),
    })
    expect(await open(await encryptFor(entity, [here(pair)]), unlocked)).toEqual(entity)
    await expect(readKeyFile(file, 'file-secreT')).rejects.toMatchObject({ trouble: 'password' })
    await expect(readKeyFile(asciiBytes('no file'), 'x')).rejects.toMatchObject({ trouble: 'form' })
    const old = await make('-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES')
    await expect(readKeyFile(old, 'file-secret')).rejects.toMatchObject({ trouble: 'old' })
  })

  it('of ours is read by OpenSSL and by ourselves, by its password alone, and holds no key in clear', async () => {
    const file = await writeKeyFile({ ...pair, pkcs8: own(pair.pkcs8) }, 'file-secret')
    await tool.write('ours.p12', file)
    const read = (password: string) =>
      openssl('pkcs12', '-in', 'ours.p12', '-nodes', '-passin', `pass:${password}`)
    const { stdout } = await read('file-secret')
    const pem =
      /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.exec(stdout)?.[0] ?? ''
    expect(asX509(Buffer.from(pem)).raw.equals(Buffer.from(pair.certificate))).toBe(true)
    expect(stdout).toContain('BEGIN PRIVATE KEY')
    await expect(read('wrong')).rejects.toThrow(/mac verify|password/i)
    expect(Buffer.from(file).includes(Buffer.from(pair.pkcs8).subarray(60, 120))).toBe(false)
    expect((await readKeyFile(file, 'file-secret')).certificate).toEqual(pair.certificate)
  })

  it('of either opens at the other by a password that is not ASCII', async () => {
    const secret = '文件密码-été-2026'
    await tool.write('ours.p12', await writeKeyFile({ ...pair, pkcs8: own(pair.pkcs8) }, secret))
    const opened = ['-in', 'ours.p12', '-nodes', '-passin', `pass:${secret}`]
    await openssl('pkcs12', ...opened, '-out', 'ours.pem')
    const sealed = ['-in', 'ours.pem', '-passout', `pass:${secret}`]
    await openssl('pkcs12', '-export', ...sealed, '-out', 'theirs.p12')
    const read = await readKeyFile(own(await tool.read('theirs.p12')), secret)
    expect(read.certificate).toEqual(pair.certificate)
    await expect(readKeyFile(own(await tool.read('theirs.p12')), '文件')).rejects.toMatchObject({
      trouble: 'password',
    })
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
  const known = async (address: string) => ({
    certificates: address === 'ann@example.test' ? [pair.certificate] : [],
    earlier: [],
    isPeer: false,
  })
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
