import type { BriefLine } from '@hongyan/contract/assistant-wire'
import { afterAll, beforeAll, it } from 'vitest'
import { openAssistant } from '../assistant-client.ts'
import { newMailbox } from '../mailbox.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { type BriefCase, briefCases } from './brief-cases.ts'
import { judge, judgedEnvironment } from './judged.ts'
import { mailboxMails, mailboxQuestions } from './mailbox-cases.ts'

/** Among so many mails that are shown first the right one must be. */
const shownFirst = 3

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: judgedEnvironment() })
})
afterAll(() => server.stop())

const fresh = async () => {
  const box = await newMailbox(server)
  return { ...box, panel: await openAssistant(server, box.client) }
}

function troubleOf({ must, not = [] }: BriefCase, lines: readonly BriefLine[]): string | null {
  const lacks = must.filter(
    ([kind, part]) => !lines.some((one) => one.kind === kind && one.text.includes(part)),
  )
  const hasToo = not.filter((part) => lines.some((one) => one.text.includes(part)))
  return lacks.length + hasToo.length === 0 ? null : `lacks ${lacks.join(' ')}, has ${hasToo}`
}

it('X322 issue 15 a brief says what is asked, decided, owed and when, in Chinese and English, and leaves out the rest', async () => {
  const { panel, put } = await fresh()
  const wrong: string[] = []
  for (const [at, one] of briefCases.entries()) {
    const [mailId = 0] = await put('inbox', {
      from: 'Ann <ann@partner.example>',
      subject: `case ${at}`,
      text: one.text,
      headers: { 'Message-ID': `<brief-${at}@partner.example>` },
      at: '2029-11-20T02:00:00Z',
    })
    const { all } = await panel.ask('brief', { mailId })
    const trouble = troubleOf(
      one,
      all.flatMap(({ brief = [] }) => brief),
    )
    if (trouble !== null) wrong.push(`${one.text.slice(0, 40)}: ${trouble}`)
  }
  judge('briefs', wrong, briefCases.length)
}, 600_000)

it('X323 issue 15 questions to the own mail find the mail that answers them, in Chinese and English', async () => {
  const { panel, put } = await fresh()
  await put('inbox', ...mailboxMails)
  const wrong: string[] = []
  for (const [question, subject] of mailboxQuestions) {
    const { all } = await panel.ask('mailbox', { question })
    const found = all.flatMap((one) => one.found ?? []).map((one) => one.subject)
    if (!found.slice(0, shownFirst).includes(subject))
      wrong.push(`${question}: ${found.join(', ') || 'nothing'}`)
  }
  judge('questions to the own mail', wrong, mailboxQuestions.length)
}, 600_000)
