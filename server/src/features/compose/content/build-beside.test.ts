import { expect, it } from 'vitest'
import { buildBeside } from './build-beside.ts'
import { buildMessage, type MessageParts } from './build-message.ts'

const file = (fileName: string, bytes: Buffer, contentId: string | null = null) => ({
  fileName,
  type: contentId ? 'image/png' : 'application/octet-stream',
  contentId,
  bytes,
})

const parts = (html: string): MessageParts => ({
  from: { name: '张伟', address: 'a@example.test' },
  to: [{ name: 'Emma', address: 'b@example.test' }],
  cc: [],
  bcc: [],
  subject: '季度 report',
  html,
  files: [
    file('a.bin', Buffer.alloc(100_000, 'one ')),
    file('p.png', Buffer.alloc(3_000, 7), 'p@x'),
    file('b.bin', Buffer.alloc(70_000, 'two ')),
  ],
  priority: 'high',
  headers: [['X-Test', 'yes']],
  messageId: 'one@example.test',
  inReplyTo: null,
  references: [],
  date: new Date(0),
  timeZone: 8,
})

/** Boundaries are made up anew for each mail. */
const comparable = (raw: Buffer): string =>
  raw.toString('latin1').replace(/--_NmP-[\w-]+|boundary="[^"]+"/g, 'boundary')

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

it('doors-13 a large mail is built by a thread, byte for byte as on the spot', async () => {
  const one = parts(`${'<p>字 words</p>'.repeat(20_000)}<img src="cid:p@x">`)
  expect(comparable(await buildBeside(one))).toBe(comparable(await buildMessage(one)))
})

it('doors-13 a draft of 8 MB costs the loop a small part of its work', async () => {
  const one = parts(`${'<p>x</p>'.repeat(500_000)}${'<b>y'.repeat(900_000)}`)
  const before = cpuMs()
  await buildBeside(one)
  const beside = cpuMs() - before
  await buildMessage(one)
  const onTheSpot = cpuMs() - before - beside
  expect(beside).toBeLessThan(onTheSpot / 3)
})
