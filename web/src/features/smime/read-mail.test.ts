import { beforeAll, describe, expect, it } from 'vitest'
import { asciiBytes, type Bytes, own, toBase64 } from './cms/bytes.ts'
import { encryptFor } from './cms/cms-encrypt.ts'
import { signEntity } from './cms/cms-sign.ts'
import type { Verdict } from './judge.ts'
import { makeKeyPair } from './key-pair.ts'
import { keysOfPin, newDerivation, seal } from './pin.ts'
import { type Known, readSmime } from './read-mail.ts'
import { type UnlockedKey, unlock } from './unlocked-key.ts'

const people = ['ann', 'ben', 'eve'] as const
type Name = (typeof people)[number]
const keys = {} as Record<Name, UnlockedKey>

const keyFor = async (address: string, now?: Date): Promise<UnlockedKey> => {
  const { certificate, pkcs8 } = await makeKeyPair(address, now)
  const { sealKey } = await keysOfPin('123456', newDerivation())
  return unlock(sealKey, { certificate, sealedKey: await seal(sealKey, pkcs8) })
}

beforeAll(async () => {
  for (const name of people) keys[name] = await keyFor(`${name}@example.test`)
})

/** The organisation: ann and ben are colleagues; eve is not. */
const certificatesOf = async (address: string): Promise<Known> => {
  const name = (['ann', 'ben'] as const).find(
    (one) => address.toLowerCase() === `${one}@example.test`,
  )
  return { certificates: name ? [keys[name].certificate] : [], earlier: [], isPeer: false }
}

const forBen = () => ({ certificate: keys.ben.certificate, reads: 'here' as const })

const text = (words = 'pay nothing') => asciiBytes(`Content-Type: text/plain\r\n\r\n${words}\r\n`)

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (raw: string) => own(Buffer.from(raw, 'latin1'))

const mailOf = (entity: Uint8Array | string, head = 'From: Ann <ann@example.test>') =>
  bytesOf(
    `${head}\r\nSubject: s\r\nMIME-Version: 1.0\r\n${typeof entity === 'string' ? entity : latin1(entity)}`,
  )

const enveloped = (der: Uint8Array) =>
  `Content-Type: application/pkcs7-mime; smime-type=authEnveloped-data\r\nContent-Transfer-Encoding: base64\r\n\r\n${toBase64(der)}\r\n`

const read = async (raw: Bytes, opener: UnlockedKey | null = null) => {
  const looked = await readSmime(raw, { opener, certificatesOf })
  if (looked.kind !== 'read') throw new Error(looked.kind)
  const { mail } = looked
  return { ...mail, shown: mail.shown && latin1(mail.shown) }
}

describe('READ-07 what is right is read', () => {
  it('a mail that ann signed', async () => {
    const mail = await read(mailOf(await signEntity(text(), keys.ann)))
    expect(mail).toMatchObject({ verdict: 'valid', signer: 'ann@example.test', shown: null })
  })

  it('a mail that ann signed and encrypted for ben, and only with a key', async () => {
    const signed = await signEntity(text('meet at noon'), keys.ann)
    const raw = mailOf(enveloped(await encryptFor(signed, [forBen()])))
    expect(await readSmime(raw, { opener: null, certificatesOf })).toEqual({ kind: 'locked' })
    const mail = await read(raw, keys.ben)
    expect(mail).toMatchObject({ isEncrypted: true, verdict: 'valid' })
    expect(mail.shown).toBe(latin1(text('meet at noon')))
    await expect(read(raw, keys.eve)).rejects.toMatchObject({ reason: 'not-for-you' })
  })

  it('a mail of 18 MB', async () => {
    const line = `${'x'.repeat(76)}\r\n`
    const entity = asciiBytes(`Content-Type: text/plain\r\n\r\n${line.repeat(240_000)}`)
    const signed = await signEntity(entity, keys.ann)
    const mail = await read(mailOf(enveloped(await encryptFor(signed, [forBen()]))), keys.ben)
    expect(mail.verdict).toBe('valid')
    expect(mail.shown?.length).toBe(entity.length)
  })

  it('a mail whose line ends a store changed', async () => {
    const raw = latin1(mailOf(await signEntity(text(), keys.ann))).replaceAll('\r\n', '\n')
    expect(await read(bytesOf(raw))).toMatchObject({ verdict: 'valid' })
  })

  it('KEYS-05 a mail for a key that was replaced asks for the PIN of that one, and opens by it', async () => {
    const raw = mailOf(enveloped(await encryptFor(text(), [forBen()])))
    const { certificate } = keys.ben
    const key = { keyId: 7, certificate: '', email: '', salt: '', iterations: 0 }
    const old = { key: { ...key, createdTime: '', retiredTime: '' }, certificate, opener: null }
    // The one in use is another one.
    const how = { opener: keys.ann, certificatesOf }
    expect(await readSmime(raw, { ...how, oldKeys: async () => [old] })).toEqual({
      kind: 'locked',
      old,
    })
    const opened = { ...old, opener: keys.ben }
    const looked = await readSmime(raw, { ...how, oldKeys: async () => [opened] })
    expect(looked).toMatchObject({ kind: 'read', mail: { isEncrypted: true } })
    await expect(readSmime(raw, { ...how, oldKeys: async () => [] })).rejects.toMatchObject({
      reason: 'not-for-you',
    })
  })

  it('a mail is read while nobody can be asked whose the certificate is, and nothing is claimed', async () => {
    const raw = mailOf(await signEntity(text(), keys.ann))
    const looked = await readSmime(raw, {
      opener: null,
      certificatesOf: () => Promise.reject(new Error('offline')),
    })
    expect(looked).toMatchObject({ kind: 'read', mail: { verdict: 'unclear' } })
  })

  it('an encrypted mail that nobody signed has no verdict', async () => {
    const raw = mailOf(enveloped(await encryptFor(text(), [forBen()])))
    expect(await read(raw, keys.ben)).toMatchObject({ verdict: null, isEncrypted: true })
  })
})

describe('READ-07 T36 what is forged is never valid', () => {
  const signedBy = async (name: Name, words?: string) =>
    latin1(await signEntity(text(words), keys[name]))

  const spoofs: [string, () => Promise<Bytes>, Verdict][] = [
    [
      'one word was changed',
      async () => mailOf((await signedBy('ann')).replace('nothing', 'all mine')),
      'broken',
    ],
    ['eve signs for ann', async () => mailOf(await signedBy('eve')), 'other-address'],
    [
      'eve signs for herself, whom nobody here knows',
      async () => mailOf(await signedBy('eve'), 'From: eve@example.test'),
      'unknown-signer',
    ],
    ['ben, a colleague, signs for ann', async () => mailOf(await signedBy('ben')), 'other-address'],
    [
      'ann stands only in the display name',
      async () => mailOf(await signedBy('ann'), 'From: "ann@example.test" <eve@evil.test>'),
      'other-address',
    ],
    [
      'ann stands in a comment',
      async () => mailOf(await signedBy('ann'), 'From: eve@evil.test (ann@example.test)'),
      'other-address',
    ],
    [
      'two authors',
      async () => mailOf(await signedBy('ann'), 'From: ann@example.test, eve@evil.test'),
      'unclear',
    ],
    [
      'two authors in a group',
      async () => mailOf(await signedBy('ann'), 'From: us: ann@example.test, eve@evil.test;'),
      'unclear',
    ],
    [
      'two From fields',
      async () => mailOf(await signedBy('ann'), 'From: ann@example.test\r\nFrom: eve@evil.test'),
      'unclear',
    ],
    [
      'two From fields, eve first',
      async () => mailOf(await signedBy('ann'), 'From: eve@evil.test\r\nFrom: ann@example.test'),
      'unclear',
    ],
    ['no From', async () => mailOf(await signedBy('ann'), 'To: ben@example.test'), 'unclear'],
    [
      'another Sender',
      async () => mailOf(await signedBy('ann'), 'From: ann@example.test\r\nSender: eve@evil.test'),
      'unclear',
    ],
    [
      'an unsigned text over the signed one',
      async () =>
        mailOf(
          `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/plain\r\n\r\nover it\r\n--m\r\n${await signedBy('ann')}\r\n--m--\r\n`,
        ),
      'part',
    ],
    [
      'a third part beside text and signature',
      async () => {
        const signed = await signedBy('ann')
        const boundary = /boundary="([^"]+)"/.exec(signed)?.[1] ?? ''
        return mailOf(
          signed.replace(
            `--${boundary}--`,
            `--${boundary}\r\nContent-Type: text/plain\r\n\r\nand pay eve\r\n--${boundary}--`,
          ),
        )
      },
      'broken',
    ],
    [
      'an unsigned part in the place of the first',
      async () => {
        const signed = await signedBy('ann')
        const boundary = /boundary="([^"]+)"/.exec(signed)?.[1] ?? ''
        return mailOf(
          signed.replace(
            `--${boundary}\r\n`,
            `--${boundary}\r\nContent-Type: text/plain\r\n\r\npay eve\r\n--${boundary}\r\n`,
          ),
        )
      },
      'broken',
    ],
    [
      'the signature of another mail of ann',
      async () => {
        const [mine, other] = [await signedBy('ann', 'first'), await signedBy('ann', 'second')]
        const signatureOf = (one: string) =>
          /smime\.p7s\r\n\r\n([\s\S]+?)\r\n--/.exec(one)?.[1] ?? ''
        return mailOf(mine.replace(signatureOf(mine), signatureOf(other)))
      },
      'broken',
    ],
    [
      'no signature in the part for it',
      async () =>
        mailOf(
          (await signedBy('ann')).replace(
            /smime\.p7s\r\n\r\n[\s\S]+?\r\n--/,
            'smime.p7s\r\n\r\n\r\n--',
          ),
        ),
      'broken',
    ],
    [
      'a signature that is not ASN.1',
      async () =>
        mailOf(
          (await signedBy('ann')).replace(
            /smime\.p7s\r\n\r\n[\s\S]+?\r\n--/,
            'smime.p7s\r\n\r\nbm90aGluZw==\r\n--',
          ),
        ),
      'broken',
    ],
    [
      'a text file in the place of the signature',
      async () =>
        mailOf(
          (await signedBy('ann')).replace(
            'Content-Type: application/pkcs7-signature',
            'Content-Type: text/plain',
          ),
        ),
      'broken',
    ],
    [
      'an expired certificate',
      async () => {
        const old = await keyFor('ann@example.test', new Date('2015-01-01T00:00:00Z'))
        return mailOf(await signEntity(text(), old))
      },
      'unknown-signer',
    ],
    [
      'a certificate that eve made for ann',
      async () => mailOf(await signEntity(text(), await keyFor('ann@example.test'))),
      'unknown-signer',
    ],
    [
      'ann’s certificate beside a signature of eve’s key',
      async () =>
        mailOf(await signEntity(text(), { ...keys.eve, certificate: keys.ann.certificate })),
      'broken',
    ],
    [
      'a signed message that eve attached to hers',
      async () =>
        mailOf(
          `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: multipart/related; boundary=r\r\n\r\n--r\r\n${await signedBy('ann')}\r\n--r--\r\n--m--\r\n`,
        ),
      'part',
    ],
  ]

  it.each(spoofs)('%s', async (_, forge, verdict) => {
    expect((await read(await forge())).verdict).toBe(verdict)
  })

  it.each(spoofs)('%s, and the whole encrypted for its reader', async (_, forge, verdict) => {
    const forged = latin1(await forge())
    const [head = '', ...rest] = forged.split('MIME-Version: 1.0\r\n')
    const entity = bytesOf(rest.join(''))
    const encrypted = enveloped(await encryptFor(entity, [forBen()]))
    const raw = bytesOf(`${head}MIME-Version: 1.0\r\n${encrypted}`)
    expect((await read(raw, keys.ben)).verdict).toBe(verdict)
  })

  it('a signed message inside message/rfc822 says nothing of the mail around it', async () => {
    const inner = latin1(mailOf(await signedBy('ann')))
    const raw = mailOf(
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--m--\r\n`,
      'From: eve@evil.test',
    )
    expect(await readSmime(raw, { opener: null, certificatesOf })).toEqual({ kind: 'plain' })
  })
})

describe('READ-07 EFAIL: what is encrypted is opened whole or not at all', () => {
  const ciphertext = async () => enveloped(await encryptFor(text('secret'), [forBen()]))

  it('an encrypted part between two of an attacker is not decrypted', async () => {
    const raw = mailOf(
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/html\r\n\r\n<img src="http://evil.test/\r\n--m\r\n${await ciphertext()}\r\n--m\r\nContent-Type: text/html\r\n\r\n">\r\n--m--\r\n`,
    )
    expect(await read(raw, keys.ben)).toMatchObject({
      isEncrypted: false,
      shown: null,
      verdict: 'part',
    })
  })

  it('an envelope inside an envelope is not opened', async () => {
    const inner = bytesOf(await ciphertext())
    const raw = mailOf(enveloped(await encryptFor(inner, [forBen()])))
    await expect(read(raw, keys.ben)).rejects.toMatchObject({ reason: 'malformed' })
  })

  it('an envelope beside other parts inside an envelope stays a file', async () => {
    const inner = bytesOf(
      `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n${await ciphertext()}\r\n--m--\r\n`,
    )
    const raw = mailOf(enveloped(await encryptFor(inner, [forBen()])))
    const mail = await read(raw, keys.ben)
    expect(mail.shown).not.toContain('secret')
    expect(mail.verdict).toBe('part')
  })

  it('garbage is named as such and nothing is shown', async () => {
    for (const body of [
      '',
      'AAAA',
      toBase64(asciiBytes('not CMS at all')),
      'MIAGCSqGSIb3DQEHA6CA',
    ]) {
      const raw = mailOf(
        `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`,
      )
      await expect(read(raw, keys.ben)).rejects.toMatchObject({ reason: 'malformed' })
    }
  })
})
