import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'

/** What a push service was handed. */
export interface Handed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service (RFC 8030) for tests; this process trusts its certificate from then on. */
export async function startPushService(hostname: string) {
  const { key, cert } = await createSelfSigned(hostname, new Date())
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const handed: Handed[] = []
  let wake: () => void = () => undefined
  const service = {
    /** `host:port`, as HONGYAN_PUSH_SERVICES takes it. */
    host: '',
    handed,
    /** Status of the answers. */
    status: 201,
    next: async (): Promise<Handed> => {
      for (;;) {
        const first = handed.shift()
        if (first) return first
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { url: path = '', headers } = request
    response.writeHead(service.status).end()
    handed.push({ path, headers, body: Buffer.concat(chunks) })
    wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  service.host = `${hostname}:${(server.address() as AddressInfo).port}`
  return service
}

/** The keys of a browser's subscription, and what only that browser can do with them (RFC 8291, RFC 8188). */
export function browserKeys() {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const auth = randomBytes(16)
  const derive = (key: Buffer, salt: Buffer, [info, length]: [Buffer, number]) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const coding = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
  return {
    p256dh: point.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt: (body: Buffer): string => {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + sender.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender])
      const secret = derive(pair.computeSecret(sender), auth, [info, 32])
      const key = derive(secret, salt, [coding('aes128gcm'), 16])
      const nonce = derive(secret, salt, [coding('nonce'), 12])
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return record.subarray(0, record.lastIndexOf(2)).toString()
    },
  }
}
