import { randomBytes, sign } from 'node:crypto'
import { possessionText } from '@hongyan/contract/key-possession'
import { settings as settingsApi } from '@hongyan/contract/settings'
import { smime } from '@hongyan/contract/smime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftBody, signIn } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { makeCertificate, makeKeyAndCertificate } from '../../testing/make-certificate.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const base64 = (size: number) => randomBytes(size).toString('base64')

/** What a browser would hand in for an address. */
const newKey = (email: string, certificate = makeCertificate({ emails: [email] })) => ({
  certificate: certificate.toString('base64'),
  sealedKey: base64(1300),
  salt: base64(16),
  iterations: 600_000,
  proof: base64(32),
  confirm: { password: testPassword },
})

/** Of a colleague whose key was never replaced. */
const here = { source: 'here', earlier: [], capabilities: [] }

async function withKey(address: string, client: HttpClient) {
  const body = newKey(address)
  await client.get(smime.save, { body })
  return body
}

const organisationId = async () => (await server.app.directory.organisation())?.id ?? (0 as never)

it('KEYS-04 a key is kept once, and its owner finds certificate and salt again, never the proof', async () => {
  const { client, address } = await newMailbox(server)
  expect((await client.get(smime.own, { query: {} })).key).toBeNull()
  const body = await withKey(address, client)
  const { key } = await client.get(smime.own, { query: {} })
  expect(key).toMatchObject({
    certificate: body.certificate,
    email: address,
    salt: body.salt,
    iterations: 600_000,
  })
  expect(JSON.stringify(key)).not.toContain(body.proof)
  expect(JSON.stringify(key)).not.toContain(body.sealedKey)
  const other = await client.call(smime.save, { body: newKey(address) })
  expect(other).toMatchObject({ status: 409, error: 'keys.exists' })
  expect((await client.get(smime.own, { query: {} })).key?.certificate).toBe(body.certificate)
})

it('KEYS-04 two windows that make a key at once keep one of them', async () => {
  const { client, address } = await newMailbox(server)
  const tries = [newKey(address), newKey(address), newKey(address)]
  const answers = await Promise.all(tries.map((body) => client.call(smime.save, { body })))
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409])
})

it('KEYS-04 a certificate that is not for the own address, or not of the key it names, is refused', async () => {
  const { client, address } = await newMailbox(server)
  const year = 365 * 24 * 3_600_000
  const wrong: [string, Buffer][] = [
    ['somebody else', makeCertificate({ emails: ['other@example.test'] })],
    ['two addresses', makeCertificate({ emails: [address, 'other@example.test'] })],
    ['no address', makeCertificate({ emails: [] })],
    ['a forged one', makeCertificate({ emails: [address], forged: true })],
    ['a small key', makeCertificate({ emails: [address], bits: 1024 })],
    ['an expired one', makeCertificate({ emails: [address], to: new Date(Date.now() - 1000) })],
    [
      'one of the future',
      makeCertificate({
        emails: [address],
        from: new Date(Date.now() + 3 * 24 * 3_600_000),
        to: new Date(Date.now() + year),
      }),
    ],
    ['one for ever', makeCertificate({ emails: [address], to: new Date(Date.now() + 50 * year) })],
    ['a comma in the name', makeCertificate({ emails: [`${address}, email:x@example.test`] })],
    ['bytes behind it', Buffer.concat([makeCertificate({ emails: [address] }), Buffer.from('x')])],
    ['no certificate', Buffer.from('not a certificate')],
  ]
  for (const [what, certificate] of wrong) {
    const answer = await client.call(smime.save, { body: newKey(address, certificate) })
    expect([what, answer.status, answer.error]).toEqual([what, 400, 'keys.bad-certificate'])
  }
  expect((await client.get(smime.own, { query: {} })).key).toBeNull()
})

it('KEYS-01 the sealed key is handed to who proves to know the PIN, and to nobody else', async () => {
  const { client, address } = await newMailbox(server)
  const none = await client.call(smime.keyPinVerify, { body: { proof: base64(32) } })
  expect(none).toMatchObject({ status: 404, error: 'keys.none' })
  const { proof, sealedKey } = await withKey(address, client)
  expect(await client.get(smime.keyPinVerify, { body: { proof } })).toEqual({ sealedKey })
  const wrong = await client.call(smime.keyPinVerify, { body: { proof: base64(32) } })
  expect(wrong).toMatchObject({ status: 403, error: 'keys.pin-wrong' })
  expect(JSON.stringify(wrong)).not.toContain(sealedKey)
  const other = await newMailbox(server)
  const theirs = await other.client.call(smime.keyPinVerify, { body: { proof } })
  expect(theirs).toMatchObject({ status: 404, error: 'keys.none' })
})

it('KEYS-01 after five wrong PINs not even the right one opens the key, in no login; the right one clears the count', async () => {
  const { client, address, accountId } = await newMailbox(server)
  const { proof } = await withKey(address, client)
  const guess = (one: HttpClient, guessed: string) =>
    one.call(smime.keyPinVerify, { body: { proof: guessed } })
  for (let n = 0; n < 4; n++) await guess(client, base64(32))
  expect((await guess(client, proof)).status).toBe(200)
  const wrong = await Promise.all(Array.from({ length: 9 }, () => guess(client, base64(32))))
  expect(wrong.filter((one) => one.status === 403)).toHaveLength(5)
  expect(wrong.filter((one) => one.status === 429)).toHaveLength(4)
  const elsewhere = await signIn(server, address)
  expect(await guess(elsewhere, proof)).toMatchObject({ status: 429, error: 'keys.pin-many' })
  await server.app.sessions.forgetGuesses(`key pin ${accountId}`)
  expect((await guess(elsewhere, proof)).status).toBe(200)
})

it('KEYS-01 the PIN is changed by who knows the old one; then the old proof opens nothing', async () => {
  const { client, address } = await newMailbox(server)
  const before = await withKey(address, client)
  const after = { ...newKey(address, Buffer.from(before.certificate, 'base64')) }
  const blind = await client.call(smime.save, { body: after })
  expect(blind).toMatchObject({ error: 'keys.exists' })
  const wrong = await client.call(smime.save, { body: { ...after, oldProof: base64(32) } })
  expect(wrong).toMatchObject({ error: 'keys.pin-wrong' })
  const another = { ...newKey(address), oldProof: before.proof }
  expect(await client.call(smime.save, { body: another })).toMatchObject({ error: 'keys.exists' })
  await client.get(smime.save, { body: { ...after, oldProof: before.proof } })
  expect((await client.call(smime.keyPinVerify, { body: { proof: before.proof } })).status).toBe(
    403,
  )
  expect(await client.get(smime.keyPinVerify, { body: { proof: after.proof } })).toEqual({
    sealedKey: after.sealedKey,
  })
})

it('SENDMODES-02 KEYS-02 certificates of colleagues come by address, alias and any case; who has none is named', async () => {
  const [asker, has, hasNot] = [
    await newMailbox(server),
    await newMailbox(server),
    await newMailbox(server),
  ]
  const { certificate } = await withKey(has.address, has.client)
  await server.addPerson({ address: 'alias-owner@example.test', aliases: ['alias@example.test'] })
  const owner = await signIn(server, 'alias-owner@example.test')
  const aliased = await withKey('alias-owner@example.test', owner)
  const emails = [
    has.address.toUpperCase(),
    hasNot.address,
    'alias@example.test',
    'peer@other.test',
    'no address',
  ]
  expect(await asker.client.get(smime.getKeyByEmail, { body: { emails } })).toEqual({
    list: [
      { ...here, email: has.address.toUpperCase(), certificate },
      { ...here, email: 'alias@example.test', certificate: aliased.certificate },
    ],
    missing: [hasNot.address, 'peer@other.test', 'no address'],
  })
  const many = Array.from({ length: 501 }, (_, n) => `p${n}@example.test`)
  expect(await asker.client.call(smime.getKeyByEmail, { body: { emails: many } })).toMatchObject({
    status: 400,
  })
  const { missing } = await asker.client.get(smime.getKeyByEmail, {
    body: { emails: many.slice(0, 500) },
  })
  expect(missing).toHaveLength(500)
})

it('KEYS-02 people of another organisation, and people who left, have no certificate here', async () => {
  const { client } = await newMailbox(server)
  const { directory } = server.app
  const elsewhere = await directory.createOrganisation('Elsewhere')
  await directory.createDomain(elsewhere, 'elsewhere.test')
  await server.addPerson({ address: 'x@elsewhere.test', organisationId: elsewhere })
  await withKey('x@elsewhere.test', await signIn(server, 'x@elsewhere.test'))
  const left = await newMailbox(server)
  await withKey(left.address, left.client)
  await directory.setDisabled(left.accountId, true)
  const emails = ['x@elsewhere.test', left.address]
  expect(await client.get(smime.getKeyByEmail, { body: { emails } })).toEqual({
    list: [],
    missing: emails,
  })
})

it('KEYS-07 SENDMODES-15 both switches are on at first; with smimeEnable off every key endpoint refuses', async () => {
  const { client, address } = await newMailbox(server)
  const { proof } = await withKey(address, client)
  expect(await client.get(settingsApi.index, { body: {} })).toMatchObject({
    smimeEnable: 1,
    secretModeEnable: 1,
  })
  const { settings } = server.app
  const organisation = await organisationId()
  await settings.turn(organisation, 'smimeEnable', false)
  try {
    expect(await client.get(settingsApi.index, { body: {} })).toMatchObject({
      smimeEnable: 0,
      secretModeEnable: 1,
    })
    const answers = await Promise.all([
      client.call(smime.own, { query: {} }),
      client.call(smime.keyPinVerify, { body: { proof } }),
      client.call(smime.getKeyByEmail, { body: { emails: [address] } }),
      client.call(smime.save, { body: newKey(address) }),
      client.call(smime.entity, { body: draftBody() }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, error: 'keys.off' })
    // A user's own setting does not turn it on again.
    const own = { key: 'smimeEnable', value: 1 } as never
    expect((await client.call(settingsApi.changeSetting, { body: own })).status).toBe(400)
  } finally {
    await settings.turn(organisation, 'smimeEnable', true)
  }
  expect((await client.call(smime.own, { query: {} })).status).toBe(200)
})

it('KEYS-04 a proof or a key that is no base64, or too few rounds, is refused', async () => {
  const { client, address } = await newMailbox(server)
  const good = newKey(address)
  const wrong = [
    { ...good, iterations: 1000 },
    { ...good, proof: 'not base64!' },
    { ...good, sealedKey: '' },
    { ...good, salt: base64(64) },
  ]
  for (const body of wrong)
    expect(await client.call(smime.save, { body })).toMatchObject({ status: 400 })
  expect((await client.get(smime.own, { query: {} })).key).toBeNull()
})

const certificateOf = async (client: HttpClient) =>
  (await client.get(smime.own, { query: {} })).key?.certificate

describe('KEYS-05 KEYS-08 another key', () => {
  it('takes the place of the first, which stays for old mail with a PIN of its own; colleagues see both', async () => {
    const { client, address } = await newMailbox(server)
    const first = await withKey(address, client)
    const second = newKey(address)
    await client.get(smime.resetKey, { body: second })
    const { key, old, confirmBy } = await client.get(smime.own, { query: {} })
    expect([key?.certificate, confirmBy]).toEqual([second.certificate, 'password'])
    expect(old.map((one) => one.certificate)).toEqual([first.certificate])
    const keyId = old[0]?.keyId ?? 0
    expect(await client.get(smime.keyPinVerify, { body: { proof: second.proof } })).toEqual({
      sealedKey: second.sealedKey,
    })
    const opened = await client.get(smime.keyPinVerify, { body: { proof: first.proof, keyId } })
    expect(opened).toEqual({ sealedKey: first.sealedKey })
    // Wrong PINs of the old one are counted apart.
    for (let turn = 0; turn < 6; turn++)
      await client.call(smime.keyPinVerify, { body: { proof: base64(32), keyId } })
    const held = await client.call(smime.keyPinVerify, { body: { proof: first.proof, keyId } })
    expect(held).toMatchObject({ error: 'keys.pin-many' })
    expect((await client.call(smime.keyPinVerify, { body: { proof: second.proof } })).status).toBe(
      200,
    )
    const other = await newMailbox(server)
    const theirs = { proof: first.proof, keyId }
    expect(await other.client.call(smime.keyPinVerify, { body: theirs })).toMatchObject({
      error: 'keys.none',
    })
    const { list } = await other.client.get(smime.getKeyByEmail, { body: { emails: [address] } })
    expect(list).toMatchObject([{ certificate: second.certificate, earlier: [first.certificate] }])
    // An old key does not come back.
    const back = await client.call(smime.resetKey, { body: { ...first, proof: base64(32) } })
    expect(back).toMatchObject({ status: 409, error: 'keys.known' })
  })

  it('an old key is sealed with the new PIN by who knows its old one', async () => {
    const { client, address } = await newMailbox(server)
    const first = await withKey(address, client)
    await client.get(smime.resetKey, { body: newKey(address) })
    const again = newKey(address, Buffer.from(first.certificate, 'base64'))
    const wrong = await client.call(smime.save, { body: { ...again, oldProof: base64(32) } })
    expect(wrong).toMatchObject({ error: 'keys.pin-wrong' })
    await client.get(smime.save, { body: { ...again, oldProof: first.proof } })
    const keyId = (await client.get(smime.own, { query: {} })).old[0]?.keyId ?? 0
    const opened = await client.get(smime.keyPinVerify, { body: { proof: again.proof, keyId } })
    expect(opened).toEqual({ sealedKey: again.sealedKey })
  })

  it('a login alone makes none: the password is asked for, the first time and every time, and guesses are few', async () => {
    const { client, address } = await newMailbox(server)
    const body = newKey(address)
    const bare = { ...body, confirm: undefined }
    expect(await client.call(smime.save, { body: bare })).toMatchObject({ error: 'keys.confirm' })
    const guess = { ...body, confirm: { password: 'Wrong-Guess-1' } }
    expect(await client.call(smime.save, { body: guess })).toMatchObject({
      error: 'session.password-wrong',
    })
    expect(await client.call(smime.resetKey, { body })).toMatchObject({ error: 'keys.none' })
    await client.get(smime.save, { body })
    const after = { ...newKey(address), confirm: { password: 'Wrong-Guess-1' } }
    let last = await client.call(smime.resetKey, { body: after })
    for (let turn = 0; turn < 30 && last.status !== 429; turn++)
      last = await client.call(smime.resetKey, { body: after })
    expect(last).toMatchObject({ status: 429, error: 'login.too-many' })
    const right = await client.call(smime.resetKey, { body: newKey(address) })
    expect(right).toMatchObject({ status: 429 })
    expect(await certificateOf(client)).toBe(body.certificate)
  })

  it('of several at once one takes the place', async () => {
    const { client, address } = await newMailbox(server)
    await withKey(address, client)
    const tries = [newKey(address), newKey(address), newKey(address)]
    const answers = await Promise.all(tries.map((body) => client.call(smime.resetKey, { body })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409])
    expect((await client.get(smime.own, { query: {} })).old).toHaveLength(1)
  })
})

it('KEYS-06 a certificate of an authority is taken with a random code that its key signed, once', async () => {
  const { client, address } = await newMailbox(server)
  // Signed by another key, as by an authority.
  const { certificate, privateKey } = makeKeyAndCertificate({ emails: [address], forged: true })
  const body = newKey(address, certificate)
  const refused = { status: 400, error: 'keys.bad-certificate' }
  const code = async (one = client) =>
    (await one.get(smime.getRandomCode, { query: {} })).randomCode
  const signed = (randomCode: string, key = privateKey, whose = address) => ({
    randomCode,
    signature: sign('sha256', Buffer.from(possessionText(whose, randomCode)), key).toString(
      'base64',
    ),
  })
  const other = await newMailbox(server)
  const stranger = makeKeyAndCertificate({ emails: [address] }).privateKey
  for (const possession of [
    signed(await code(), stranger),
    signed(await code(), privateKey, 'someone@example.test'),
    signed(await code(other.client)),
    signed('made-up'),
  ])
    expect(await client.call(smime.save, { body: { ...body, possession } })).toMatchObject(refused)
  expect(await client.call(smime.save, { body })).toMatchObject(refused)
  const possession = signed(await code())
  await client.get(smime.save, { body: { ...body, possession } })
  const again = newKey(
    address,
    makeKeyAndCertificate({ emails: [address], forged: true }).certificate,
  )
  expect(await client.call(smime.resetKey, { body: { ...again, possession } })).toMatchObject(
    refused,
  )
})

describe('KEYS-02 certificates of people outside', () => {
  const outside = 'ann@outside.test'
  const peerOf = (certificate: Buffer, email = outside) => ({
    email,
    certificate: certificate.toString('base64'),
    capabilities: ['2.16.840.1.101.3.4.1.46'],
  })

  it('are kept for their owner alone, replaced by a newer one, found like those of colleagues, and removed', async () => {
    const { client } = await newMailbox(server)
    const other = await newMailbox(server)
    const first = peerOf(makeCertificate({ emails: [outside] }))
    const second = peerOf(
      makeCertificate({ emails: [outside, 'also@outside.test'] }),
      'Ann@Outside.test',
    )
    await client.get(smime.savePeer, { body: first })
    await client.get(smime.savePeer, { body: second })
    const find = (one: HttpClient) =>
      one.get(smime.getKeyByEmail, { body: { emails: ['ANN@outside.test'] } })
    expect((await find(client)).list).toEqual([
      {
        ...here,
        email: 'ANN@outside.test',
        certificate: second.certificate,
        source: 'peer',
        capabilities: second.capabilities,
      },
    ])
    expect((await find(other.client)).list).toEqual([])
    const { list } = await client.get(smime.peers, { query: {} })
    expect(list).toMatchObject([{ email: outside, certificate: second.certificate }])
    const peerId = list[0]?.peerId ?? 0
    const theirs = await other.client.call(smime.removePeer, { body: { peerId } })
    expect(theirs).toMatchObject({ status: 404 })
    await client.get(smime.removePeer, { body: { peerId } })
    expect((await find(client)).missing).toEqual(['ANN@outside.test'])
  })

  it('one that does not name the address, is weak or over, or is said to be of a colleague, is refused', async () => {
    const { client, address } = await newMailbox(server)
    const wrong: [string, Buffer][] = [
      ['another address', makeCertificate({ emails: ['other@outside.test'] })],
      ['a comma in a name', makeCertificate({ emails: [`x, email:${outside}`] })],
      ['commas on both sides', makeCertificate({ emails: [`x, email:${outside}, y`] })],
      ['a quote and a comma', makeCertificate({ emails: [`x", email:${outside}, email:"y`] })],
      ['a small key', makeCertificate({ emails: [outside], bits: 1024 })],
      ['over', makeCertificate({ emails: [outside], to: new Date(Date.now() - 1000) })],
      ['no certificate', Buffer.from('none')],
    ]
    for (const [what, certificate] of wrong) {
      const answer = await client.call(smime.savePeer, { body: peerOf(certificate) })
      expect([what, answer.error]).toEqual([what, 'keys.bad-certificate'])
    }
    const other = await newMailbox(server)
    for (const email of [address, other.address]) {
      const body = peerOf(makeCertificate({ emails: [email] }), email)
      expect(await client.call(smime.savePeer, { body })).toMatchObject({ error: 'keys.colleague' })
    }
  })
})
