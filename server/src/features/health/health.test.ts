import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

describe('hardening-mail 11: figures about the inside', () => {
  let open: TestServer
  let closed: TestServer

  beforeAll(async () => {
    open = await startTestServer()
    const environment = { HONGYAN_METRICS_TOKEN: 'a-long-secret', HONGYAN_ROLES: 'web' }
    closed = await startTestServer({ beside: open, environment })
  })
  afterAll(async () => {
    await closed.stop()
    await open.stop()
  })

  const ask = async ({ url }: TestServer, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status

  it('/metrics is for this machine, and for nobody that a proxy on it speaks for', async () => {
    expect(await ask(open)).toBe(200)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto'])
      expect(await ask(open, { [name]: '198.51.100.7' })).toBe(403)
  })

  it('/metrics of a webmail with a public address is for nobody without a token: a proxy may name nobody', async () => {
    const environment = { HONGYAN_ORIGIN: 'https://mail.example.org', HONGYAN_ROLES: 'web' }
    const behind = await startTestServer({ beside: open, environment })
    expect(await ask(behind)).toBe(403)
    await behind.stop()
  })

  it('/metrics with a token is for whoever has it', async () => {
    expect(await ask(closed)).toBe(403)
    expect(await ask(closed, { Authorization: 'Bearer wrong' })).toBe(403)
    expect(await ask(closed, { Authorization: 'Bearer a-long-secret' })).toBe(200)
  })
})
