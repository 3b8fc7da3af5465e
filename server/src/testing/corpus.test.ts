import { messages } from '@hongyan/contract/messages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bombs } from '../../../mime/test/bombs.ts'
import { messageFixtures } from '../../../mime/test/fixtures.ts'
import { trickyMails } from '../../../mime/test/tricky-mails.ts'
import { eventually, listFolder, signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'
import { connectSmtp } from './smtp-client.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

interface Hostile {
  name: string
  raw: Uint8Array
}

/** Sends a message as another mail server would. @returns the answer to its end */
async function send(to: string, { raw }: Hostile): Promise<string> {
  const client = await connectSmtp(server.smtpPort)
  await client.hello()
  const answer = await client.send({ from: 'peer@other.test', to, data: Buffer.from(raw) })
  await client.quit()
  return answer.text
}

/** Everything that a reader does with the newest message. @returns what went wrong */
async function readNewest(client: HttpClient, mailId: number): Promise<string[]> {
  const detail = await client.call(messages.detail, { query: { mailId } })
  if (detail.status !== 200) return [`detail ${detail.status} ${detail.message}`]
  const { attachments, sourceUrl, text, unsafeHtml } = detail.data
  const wrong: string[] = []
  if (text === null && unsafeHtml === null && attachments.length === 0)
    wrong.push('nothing to read')
  // A message with 1,000 files: the first and the last stand for all.
  for (const { url, section } of [...attachments.slice(0, 20), ...attachments.slice(-2)]) {
    const file = await fetch(`${server.url}${url}`)
    await file.arrayBuffer()
    if (file.status !== 200) wrong.push(`attachment ${section} ${file.status}`)
  }
  const source = await fetch(`${server.url}${sourceUrl}`)
  const bytes = await source.arrayBuffer()
  if (source.status !== 200 || bytes.byteLength === 0) wrong.push(`source ${source.status}`)
  return wrong
}

interface Outcome {
  refused: Record<string, string>
  wrong: Record<string, string[]>
  delivered: number
}

async function throughTheDoor(address: string, list: readonly Hostile[]): Promise<Outcome> {
  await server.addPerson({ address })
  const client = await signIn(server, address)
  const outcome: Outcome = { refused: {}, wrong: {}, delivered: 0 }
  let known = 0
  for (const one of list) {
    const answer = await send(address, one)
    if (!answer.startsWith('250')) {
      outcome.refused[one.name] = answer
      continue
    }
    outcome.delivered++
    // What claims to come from a hundred people is spam, and stored as well.
    const inbox = await listFolder(client, 'inbox')
    const rows = [...inbox.list, ...(await listFolder(client, 'junk')).list]
    // Newest first; ids rise.
    const newest = Math.max(...rows.map((row) => row.mailId))
    if (newest <= known) outcome.wrong[one.name] = ['not in the list']
    known = newest
    const wrong = await readNewest(client, newest)
    if (wrong.length > 0) outcome.wrong[one.name] = wrong
  }
  return outcome
}

it('P13 every message of the copied corpora is delivered, listed and opened, with its files', {
  timeout: 180_000,
}, async () => {
  const list = messageFixtures()
  const outcome = await throughTheDoor('corpus@example.test', list)
  expect(outcome).toEqual({ refused: {}, wrong: {}, delivered: list.length })
})

it('every message that other parsers get wrong is delivered, listed and opened', {
  timeout: 60_000,
}, async () => {
  const outcome = await throughTheDoor('tricky@example.test', trickyMails)
  expect(outcome).toEqual({ refused: {}, wrong: {}, delivered: trickyMails.length })
})

it('P13 T31 every bomb is delivered and opens, or is refused with a reason', {
  timeout: 300_000,
}, async () => {
  // Half of each: the whole of them comes with `npm run hostile`.
  const list = bombs.map(({ name, make }) => ({ name, raw: make(0.5) }))
  const outcome = await throughTheDoor('bombs@example.test', list)
  expect(outcome.wrong).toEqual({})
  expect(outcome.delivered).toBe(list.length - Object.keys(outcome.refused).length)
  for (const reason of Object.values(outcome.refused)) expect(reason).toMatch(/^55[24] 5\.\d\.\d /)
  await eventually(
    async () => (await fetch(`${server.url}/readyz`)).status,
    (status) => status === 200,
  )
})
