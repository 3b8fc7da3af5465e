import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { mail } from '../../testing/builders.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
const megabyte = 1024 * 1024

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** A line of text that packs about as a mail with attachments does. */
const noisy = (lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `${at} ${((at * 2654435761) >>> 0).toString(36)}\r\n`,
  ).join('')

it('CLIENTACCESS-14 sections of a large message, whole, in pieces and from the end, are its bytes', async () => {
  const box = await newProgramMailbox(server)
  const raw = mail({ to: box.address, subject: 'large', text: noisy(60_000) })
  const message = await server.app.mailstore.prepare(raw)
  await server.app.mailstore.deliver(message, [
    { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  const text = raw.toString('latin1')
  const bodyStart = text.indexOf('\r\n\r\n') + 4
  const program = await box.program()
  await program.ask('EXAMINE INBOX')
  const fetched = async (section: string) => {
    const answer = await program.ask(`FETCH 1 ${section}`)
    const [all, size] = /\{(\d+)\}\r\n/.exec(answer) ?? []
    const from = answer.indexOf(all ?? '') + (all?.length ?? 0)
    expect(answer.slice(from + Number(size))).toMatch(/^\)\r\nt\d+ OK/)
    return answer.slice(from, from + Number(size))
  }
  expect((await fetched('BODY[]')) === text).toBe(true)
  expect(await fetched('BODY[HEADER]')).toBe(text.slice(0, bodyStart))
  expect((await fetched('BODY[TEXT]')) === text.slice(bodyStart)).toBe(true)
  expect(await fetched('BODY[HEADER.FIELDS (SUBJECT)]')).toBe('Subject: large\r\n\r\n')
  let pieces = ''
  for (let at = 0; at < text.length; at += 300_000) pieces += await fetched(`BODY[]<${at}.300000>`)
  expect(pieces === text).toBe(true)
  for (const at of [text.length - 10, 5, 200_000, text.length + 5])
    expect(await fetched(`BODY[]<${at}.7>`)).toBe(text.slice(at, at + 7))
})

it('CLIENTACCESS-14 a message of 50 MB goes to a slow reader as it is unpacked, and is never in memory whole', async () => {
  const box = await newProgramMailbox(server)
  const raw = Buffer.concat([
    Buffer.from('Subject: huge\r\n\r\n'),
    Buffer.alloc(50 * megabyte - 17),
  ])
  for (let at = 20; at < raw.length; at += 70) raw.write(`${at.toString(36)}\r\n`, at)
  const program = await box.program()
  const blob = await server.app.mailstore.prepare(raw)
  await server.app.mailstore.deliver(blob, [
    { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  raw.fill(0)
  await program.ask('EXAMINE INBOX')
  program.pause()
  const before = process.memoryUsage()
  const most = { external: 0 }
  program.write('x FETCH 1 BODY.PEEK[]\r\n')
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { external } = process.memoryUsage()
    most.external = Math.max(most.external, external - before.external)
  }
  // Waste that is not collected yet counts: what is held is less than 4 MB.
  expect(most.external).toBeLessThan(20 * megabyte)
  program.resume()
  expect(await program.until(/BODY\[\] \{\d+\}/)).toContain(`BODY[] {${raw.length}}\r\n`)
  expect((await program.take(raw.length)).startsWith('Subject: huge\r\n\r\n')).toBe(true)
  expect(await program.until(/^x /m)).toMatch(/^\)\r\nx OK/)
})

it('CLIENTACCESS-14 ENVELOPE and BODYSTRUCTURE are made once for a content and kept, and told the same again', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: '第一', text: 'x'.repeat(40_000) }, { subject: 'two' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  await program.ask('COPY 1 Archive')
  const ask = async () =>
    (await program.ask('FETCH 1:* (ENVELOPE BODYSTRUCTURE BODY)')).replace(/t\d+ OK.*/, '')
  const first = await ask()
  const kept = await server.app.database.query(
    sql<{ size: number }>`SELECT length(outline::text)::int AS size FROM message_outlines o
      WHERE EXISTS (SELECT FROM messages m WHERE m.account_id = ${box.accountId} AND m.blob = o.blob)`,
  )
  expect(kept).toHaveLength(2)
  // What is kept is what is told: the bytes are not asked again.
  await server.app.database.run(sql`
    UPDATE message_outlines SET outline = jsonb_set(outline::jsonb, '{parsed,envelope,subject}', '"kept"')::json`)
  const second = await ask()
  expect(second.match(/"kept"/g)).toHaveLength(2)
  expect(first).toContain(`"=?UTF-8?B?${Buffer.from('第一').toString('base64')}?="`)
  expect(second.replaceAll('"kept"', '')).toBe(first.replace(/"=\?UTF-8[^"]*"|"two"/g, ''))
  await program.ask('SELECT Archive')
  expect(await ask()).toContain('"kept"')
})
