import { createPublicKey, verify } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { folders } from '@hongyan/contract/folders'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { webPush } from '@hongyan/contract/web-push'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../../testing/builders.ts'
import { startDnsServer } from '../../testing/dns-server.ts'
import { httpClient } from '../../testing/http-client.ts'
import { newPublicBox } from '../../testing/public-box.ts'
import { browserKeys, startPushService } from '../../testing/push-service.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'
import { encryptFor } from './encrypt.ts'

type Service = Awaited<ReturnType<typeof startPushService>>

let service: Service
let dns: Awaited<ReturnType<typeof startDnsServer>>
let server: TestServer
let other: TestServer

beforeAll(async () => {
  service = await startPushService('push.elsewhere.test')
  dns = await startDnsServer({
    'push.elsewhere.test': { A: ['127.0.0.1'] },
    'a.rebinding.test': { A: ['127.0.0.1', '93.184.216.34'] },
  })
  const environment = {
    HONGYAN_DNS: dns.address,
    HONGYAN_PUSH_SERVICES: `${service.host},*.rebinding.test`,
  }
  server = await startTestServer({ environment })
  other = await startTestServer({ environment, beside: server })
})

afterAll(async () => {
  await other.stop()
  await server.stop()
  await service.stop()
  await dns.stop()
})

let people = 0

/** A person with a browser that is subscribed. */
async function subscribed() {
  const address = `w${++people}@example.test`
  await server.addPerson({ address })
  const client = httpClient(server.url)
  await client.logIn(address, testPassword)
  const keys = browserKeys()
  const endpoint = `https://${service.host}/${address}`
  const { p256dh, auth: secret } = keys
  await client.get(webPush.subscribe, { body: { endpoint, p256dh, auth: secret } })
  /** The next notification, as the browser would read it. */
  const next = async (): Promise<unknown> => JSON.parse(keys.decrypt((await service.next()).body))
  return { address, client, endpoint, keys, next }
}

it('PUSH-01 encrypts as the example of RFC 8291 §5', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const p256dh = bytes(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  )
  const body = encryptFor(
    { p256dh, auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') },
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      padding: 0,
    },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('PUSH-01 new mail reaches a browser whose page is closed: sender and subject, cut, for its eyes only, by one of two processes', async () => {
  const { address, client, keys } = await subscribed()
  await deliver(server, address, { subject: '长'.repeat(300), from: '张伟 <zw@other.test>' })
  const { body, headers, path } = await service.next()
  expect(path).toBe(`/${address}`)
  expect(headers['content-encoding']).toBe('aes128gcm')
  expect(body.length).toBe(2048 + 86 + 17)
  const { folderList } = await client.get(folders.list, { query: {} })
  const inbox = folderList.find(({ role }) => role === 'inbox')?.folderId
  expect(JSON.parse(keys.decrypt(body))).toMatchObject({
    title: '张伟',
    body: `${'长'.repeat(100)}…`,
    route: expect.stringMatching(new RegExp(`^/reply/${inbox}/\\d+$`)),
  })
  await deliver(server, address, { subject: 'second' })
  expect(JSON.parse(keys.decrypt((await service.next()).body))).toMatchObject({ body: 'second' })
  expect(service.handed).toEqual([])
})

it('SECURITY-22 a locked screen is told that mail came, and nothing of the mail', async () => {
  const { address, client, next } = await subscribed()
  await client.get(lock.set, { body: { password: 'lock-me' } })
  await client.get(lock.open, { body: {} })
  await deliver(other, address, { subject: 'secret', from: 'Somebody <s@other.test>' })
  const told = await next()
  expect(told).toMatchObject({ title: '新邮件', body: '' })
  expect(JSON.stringify(told)).not.toMatch(/secret|Somebody/)
  await client.get(lock.relieve, { body: { password: 'lock-me' } })
  await deliver(server, address, { subject: 'open again' })
  expect(await next()).toMatchObject({ body: 'open again' })
})

it('PUSH-01 the push service sees who sends (VAPID), signed for it and nobody else', async () => {
  const { address, client } = await subscribed()
  await deliver(server, address, {})
  const { headers } = await service.next()
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe((await client.get(webPush.state, {})).publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ format: 'jwk', key: jwk })
  const signed = Buffer.from(`${head}.${claims}`)
  const proof = Buffer.from(signature, 'base64url')
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: `https://${service.host}`,
    sub: 'mailto:postmaster@mail.example.test',
  })
})

it('PUSH-01 without content when the person wants none, in the language of the person; many at once are one', async () => {
  const { address, client, next } = await subscribed()
  await client.get(settings.changeSetting, { body: { key: 'notificationContent', value: 0 } })
  await client.get(settings.changeSetting, { body: { key: 'language', value: 'en' } })
  await deliver(server, address, { subject: 'canary', from: 'canary <canary@other.test>' })
  expect(await next()).toMatchObject({ title: 'New mail', body: '' })
})

it('security §5 PUSH-01 of a public mailbox too, a member is told as this person wants it', async () => {
  const box = await newPublicBox(server, 'service@example.test')
  const { address, client, next, endpoint, keys } = await subscribed()
  await client.get(settings.changeSetting, { body: { key: 'notificationContent', value: 0 } })
  await client.get(settings.changeSetting, { body: { key: 'language', value: 'en' } })
  await box.grant(address, 'read')
  await box.enter(client)
  await client.get(webPush.subscribe, { body: { endpoint, p256dh: keys.p256dh, auth: keys.auth } })
  await deliver(server, box.address, { subject: 'canary', from: 'canary <canary@other.test>' })
  expect(await next()).toMatchObject({ title: 'New mail', body: '' })
})

/** Whatever was sent wrongly would have come before this one. */
async function nothingElseCame() {
  const last = await subscribed()
  await deliver(server, last.address, { subject: 'last' })
  expect(await last.next()).toMatchObject({ body: 'last' })
}

it('PUSH-03 none while new-mail notification is off', async () => {
  const { address, client } = await subscribed()
  await client.get(settings.changeSetting, { body: { key: 'newMailNotification', value: 0 } })
  await deliver(server, address, { subject: 'unseen' })
  await nothingElseCame()
})

it('PUSH-09 ends with the login, and when the person or the browser ends it', async () => {
  const { address, client } = await subscribed()
  const again = httpClient(server.url)
  await again.logIn(address, testPassword)
  expect((await again.get(webPush.state, {})).subscribed).toBe(false)
  expect((await client.get(webPush.state, {})).subscribed).toBe(true)
  await client.get(session.logout, {})
  await deliver(server, address, { subject: 'after logout' })

  const second = await subscribed()
  await second.client.get(webPush.unsubscribe, {})
  await deliver(server, second.address, { subject: 'after the end' })

  const third = await subscribed()
  service.status = 410
  await deliver(server, third.address, { subject: 'gone' })
  expect(await third.next()).toMatchObject({ body: 'gone' })
  service.status = 201
  await expect.poll(async () => (await third.client.get(webPush.state, {})).subscribed).toBe(false)
  await nothingElseCame()
})

it('PUSH-09 the same browser used by another login belongs to that one alone', async () => {
  const first = await subscribed()
  const second = await subscribed()
  const { p256dh, auth: secret } = second.keys
  const body = { endpoint: first.endpoint, p256dh, auth: secret }
  await second.client.get(webPush.subscribe, { body })
  expect((await first.client.get(webPush.state, {})).subscribed).toBe(false)
  await deliver(server, first.address, { subject: 'for the first' })
  await deliver(server, second.address, { subject: 'for the second' })
  expect(await second.next()).toMatchObject({ body: 'for the second' })
})

it('T24 an endpoint is https, of a known push service, and never leads into our own network', async () => {
  const { address, client, keys } = await subscribed()
  const { p256dh, auth: secret } = keys
  for (const endpoint of [
    `http://${service.host}/x`,
    'https://127.0.0.1/x',
    'https://localhost:8080/x',
    'https://[::1]/x',
    'https://push.elsewhere.test/x',
    'https://push.elsewhere.test:1/x',
    `https://user:secret@${service.host}/x`,
    'https://rebinding.test.evil.example/x',
    'https://a.rebinding.test:8443/x',
    'file:///etc/passwd',
    'x',
  ]) {
    const answer = await client.call(webPush.subscribe, {
      body: { endpoint, p256dh, auth: secret },
    })
    expect({ endpoint, error: answer.error }).toEqual({ endpoint, error: 'push.bad-endpoint' })
  }
  // Allowed by its name, but one of its addresses is ours: nothing is connected to.
  const asked: string[] = []
  const watch = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    asked.push(String(request.getHeader('host')))
  }
  subscribe('http.client.request.created', watch)
  const endpoint = 'https://a.rebinding.test/x'
  await client.get(webPush.subscribe, { body: { endpoint, p256dh, auth: secret } })
  await deliver(server, address, { subject: 'into the dark' })
  await nothingElseCame()
  await expect.poll(() => dns.queries).toContain('A a.rebinding.test')
  await nothingElseCame()
  unsubscribe('http.client.request.created', watch)
  expect(asked.filter((host) => host !== service.host)).toEqual([])
  // The watching itself works: those that may be asked were seen.
  expect(asked).toContain(service.host)
})

it('T24 keys that are no keys are refused', async () => {
  const { client, endpoint, keys } = await subscribed()
  const { p256dh, auth: secret } = keys
  for (const body of [
    { endpoint, p256dh: 'AAAA', auth: secret },
    {
      endpoint,
      p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'),
      auth: secret,
    },
    { endpoint, p256dh, auth: 'AAAA' },
  ]) {
    expect((await client.call(webPush.subscribe, { body })).error).toBe('push.bad-key')
  }
})
