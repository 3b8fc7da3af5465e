import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { expect, it } from 'vitest'
import { deflated } from './deflated-line.ts'

it('RFC 4978 issue 14: what is said in one turn is packed as one, in its order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const client = connect(port, '127.0.0.1')
  const [socket] = (await once(server, 'connection')) as [Socket]
  const line = deflated(socket)
  const packed: Buffer[] = []
  client.on('data', (bytes) => packed.push(bytes))
  const large = Buffer.from('x'.repeat(200_000))
  line.cork()
  for (let number = 1; number <= 100; number++) line.write(`* ${number} EXPUNGE\r\n`)
  line.uncork()
  line.write(large)
  line.write('the end\r\n')
  line.end()
  await once(client, 'close')
  server.close()
  const bytes = Buffer.concat(packed)
  const inflate = createInflateRaw()
  const plain: Buffer[] = []
  inflate.on('data', (one: Buffer) => plain.push(one))
  inflate.write(bytes)
  await new Promise((resolve) => inflate.flush(() => resolve(null)))
  const said = Array.from({ length: 100 }, (_, at) => `* ${at + 1} EXPUNGE\r\n`).join('')
  expect(Buffer.concat(plain).toString()).toBe(`${said}${large}the end\r\n`)
  // Each packing ends with an empty stored block (RFC 1951 §3.2.4).
  expect(bytes.toString('latin1').split('\x00\x00\xff\xff').length - 1).toBeLessThan(10)
})

it('P5 issue 14: of what a slow reader takes a part, no more waits than the rest', async () => {
  const taking: { size: number; done(): void }[] = []
  // Takes a piece of a few kilobytes when it is let.
  const line = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, done) => void taking.push({ size: bytes.length, done }),
  })
  const packed = deflated(line as Socket)
  const large = 64 * 1024
  for (let times = 0; times < 8; times++) packed.write(randomBytes(large))
  for (let taken = 0; taken < 5 * large; ) {
    const next = taking.shift()
    taken += next?.size ?? 0
    next?.done()
    await new Promise((go) => setImmediate(go))
  }
  expect(packed.writableLength).toBeLessThanOrEqual(4 * large)
  packed.destroy()
})
