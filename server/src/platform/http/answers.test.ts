import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { ReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { sendJson } from './compress.ts'
import { createGoing, type Going } from './readers.ts'

const open: Readable[] = []
afterAll(() => {
  for (const stream of open) stream.destroy()
})

/** An answer whose reader never takes it. */
function reply() {
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  const sent: unknown[] = []
  const one = {
    raw,
    type: () => one,
    header: () => one,
    send: (what: unknown) => {
      if (what instanceof Readable) open.push(what)
      sent.push(what)
      return one
    },
  }
  return { sent, raw, reply: one as unknown as FastifyReply }
}

const packing = { headers: { 'accept-encoding': 'gzip' } } as unknown as FastifyRequest

it('server.md memory: twelve answers that share one long text are not twelve copies of it at once', async () => {
  let written = 0
  let most = 0
  const sizes: number[] = []
  const going: Going = {
    send: async (to, bytes) => {
      written--
      sizes.push(gunzipSync(bytes as Buffer).length)
      return to
    },
  }
  // Hardly packs, so that packing takes longer than writing.
  const html = randomBytes(1_000_000).toString('hex')
  // Asked for its JSON as soon as it is written as text.
  const data = {
    html,
    toJSON: () => {
      most = Math.max(most, ++written)
      return { html }
    },
  }
  const answers = Array.from({ length: 12 }, (_, n) =>
    sendJson(
      {
        request: packing,
        reply: reply().reply,
        going,
        asker: { client: '', ip: '', account: `${n % 4}` },
      },
      { code: 200, data },
    ),
  )
  await Promise.all(answers)
  expect(sizes).toHaveLength(12)
  expect(Math.min(...sizes)).toBeGreaterThan(html.length)
  expect(most).toBeLessThanOrEqual(4)
})

it('server.md memory: answers of an account that nobody reads wait on disk, those of others do not', async () => {
  const going = createGoing()
  const ask = async (account: string) => {
    const { raw, sent, reply: to } = reply()
    await going.send(to, Buffer.alloc(600_000), { account })
    return { raw, isOnDisk: sent[0] instanceof ReadStream }
  }
  const mine = await Promise.all(Array.from({ length: 20 }, () => ask('1')))
  expect(mine.filter(({ isOnDisk }) => !isOnDisk)).toHaveLength(6)
  expect((await ask('2')).isOnDisk).toBe(false)
  mine.find(({ isOnDisk }) => !isOnDisk)?.raw.emit('close')
  await turn()
  expect((await ask('1')).isOnDisk).toBe(false)
})

it('server.md memory: an account has only so many unread answers, and others have theirs', async () => {
  const going = createGoing()
  const ask = (account: string) => going.send(reply().reply, Buffer.alloc(600_000), { account })
  const asked = await Promise.allSettled(Array.from({ length: 80 }, () => ask('1')))
  const refused = asked.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(10)
  expect(refused[0]?.reason).toMatchObject({ code: 'request.too-many' })
  await ask('2')
})
