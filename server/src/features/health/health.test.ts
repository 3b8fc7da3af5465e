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

  it('/metrics with a token is for whoever has it', async () => {
    expect(await ask(closed)).toBe(403)
    expect(await ask(closed, { Authorization: 'Bearer wrong' })).toBe(403)
    expect(await ask(closed, { Authorization: 'Bearer a-long-secret' })).toBe(200)
  })
})
