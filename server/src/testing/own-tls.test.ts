import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect as connectPlain, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { eventually } from './compose-helpers.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** The webmail with a certificate of its own: HTTPS, a plain port that leads there, and the port for phones. */
let server: TestServer
let folder = ''
let phonePort = 0
const origin = 'https://mail.example.test'

async function writePair(): Promise<string> {
  const { key, cert } = await createSelfSigned('mail.example.test', new Date())
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  return cert
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hongyan-own-tls-'))
  await writePair()
  phonePort = await freePort()
  server = await startTestServer({
    environment: {
      HONGYAN_ORIGIN: origin,
      HONGYAN_HTTPS_PORT: '0',
      HONGYAN_PHONE_PORT: String(phonePort),
      HONGYAN_TLS_KEY: join(folder, 'key.pem'),
      HONGYAN_TLS_CERT: join(folder, 'cert.pem'),
    },
  })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function ask(
  port: number | null,
  {
    path,
    method = 'GET',
    plain = false,
    token,
  }: { path: string; method?: string; plain?: boolean; token?: string },
): Promise<Answer> {
  const send = plain ? plainRequest : secureRequest
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, rejectUnauthorized: false }
    const headers = { host: 'evil.test', ...(token && { authorization: `Bearer ${token}` }) }
    const sent = send({ ...options, headers }, (answer) => {
      let body = ''
      answer.on('data', (piece) => (body += piece))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** By STARTTLS. */
async function mailCertificateAt(port: number): Promise<string> {
  const socket = connectPlain({ host: '127.0.0.1', port })
  const heard = async () => String((await once(socket, 'data'))[0])
  await heard()
  socket.write('EHLO test\r\n')
  await heard()
  socket.write('STARTTLS\r\n')
  expect(await heard()).toMatch(/^220 /)
  const secure = connect({ socket, rejectUnauthorized: false })
  await once(secure, 'secureConnect')
  const found = secure.getPeerX509Certificate()?.fingerprint256 ?? ''
  secure.destroy()
  return found
}

const certificateAt = (port: number | null): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host: '127.0.0.1', port: port ?? 0, rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
        socket.destroy()
      },
    )
    socket.on('error', reject)
  })

it('T27 the web listener serves HTTPS with its own certificate, and HSTS', async () => {
  const answer = await ask(server.app.httpsPort(), { path: '/api/platform/config' })
  expect(answer.status).toBe(200)
  expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
})

it('T27 plain HTTP leads to the configured origin and nowhere else; what carries a token is refused there', async () => {
  const port = server.app.httpPort()
  const page = await ask(port, { path: '/x?a=1', plain: true })
  expect(page).toMatchObject({ status: 308, headers: { location: `${origin}/x?a=1` } })
  expect(page.headers['strict-transport-security']).toBeUndefined()
  const odd = await ask(port, { path: '//evil.test/', plain: true })
  expect(odd.headers.location).toBe(`${origin}//evil.test/`)
  const call = await ask(port, { path: '/api/mail/main/index', method: 'POST', plain: true })
  expect([call.status, call.body]).toEqual([426, ''])
  const read = await ask(port, { path: '/api/user/info', plain: true, token: 'a'.repeat(43) })
  expect([read.status, read.headers.location]).toEqual([426, undefined])
  for (const path of ['http://evil.test/', 'http://mail.example.test@evil.test/'])
    expect((await ask(port, { path, plain: true })).headers.location).toBe(`${origin}/`)
  expect((await ask(port, { path: '/healthz', plain: true })).status).toBe(200)
})

it('LIMITS-32 ROUTES-07 the listener for phones (9443) serves the same over HTTPS, and the platform configuration says where it is', async () => {
  const answer = await ask(server.app.phonePort(), { path: '/api/platform/config' })
  expect(JSON.parse(answer.body)).toMatchObject({ code: 200, data: { phonePort } })
  expect(server.app.phonePort()).toBe(phonePort)
})

it('T27 a renewed certificate is served at once by web and mail ports, one that does not fit its key is not', async () => {
  const before = await certificateAt(server.app.httpsPort())
  await copyFile(join(folder, 'cert.pem'), join(folder, 'old.pem'))
  await writePair()
  const after = await eventually(
    () => certificateAt(server.app.httpsPort()),
    (now) => now !== before,
  )
  expect(await certificateAt(phonePort)).toBe(after)
  expect(await mailCertificateAt(server.smtpPort)).toBe(after)
  // Between the two writings of a renewal the old pair goes on.
  await copyFile(join(folder, 'old.pem'), join(folder, 'cert.pem'))
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(await certificateAt(server.app.httpsPort())).toBe(after)
})

it('T27 a chain that is half written is not served and ends nothing; the whole one is served when it is there', async () => {
  const before = await certificateAt(server.app.httpsPort())
  const leaf = await writePair()
  const { cert: issuer } = await createSelfSigned('ca.example.test', new Date())
  const file = join(folder, 'cert.pem')
  await writeFile(file, leaf + issuer.slice(0, issuer.length / 2))
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(await certificateAt(server.app.httpsPort())).toBe(before)
  await writeFile(file, leaf + issuer)
  const { fingerprint256 } = new X509Certificate(leaf)
  for (const port of [server.app.httpsPort(), phonePort])
    await eventually(
      () => certificateAt(port),
      (now) => now === fingerprint256,
    )
  expect(await mailCertificateAt(server.smtpPort)).toBe(fingerprint256)
})
