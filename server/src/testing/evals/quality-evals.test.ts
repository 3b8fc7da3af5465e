import { afterAll, beforeAll, it } from 'vitest'
import { type AssistantClient, openAssistant } from '../assistant-client.ts'
import { newMailbox } from '../mailbox.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { judge, judgedEnvironment } from './judged.ts'
import { gists, questions, summaries } from './quality-cases.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ environment: judgedEnvironment() })
})

afterAll(() => server.stop())

const fresh = async () => {
  const box = await newMailbox(server)
  return { ...box, panel: await openAssistant(server, box.client) }
}

it('AI-13 AI-08 questions about the product are answered from the right page, and others are not', async () => {
  const { panel } = await fresh()
  const wrong: string[] = []
  for (const [question, route] of questions) {
    const { all } = await panel.ask('ask', { question })
    const found = all.flatMap((one) => one.sources ?? [])[0]?.route ?? ''
    if (found !== route) wrong.push(`${question}: ${found} for ${route}`)
  }
  judge('questions', wrong, questions.length)
}, 600_000)

it('AI-11 summaries say who wants what until when, in Chinese and English, and leave out the rest', async () => {
  const { panel, put } = await fresh()
  const wrong: string[] = []
  for (const { text, must, not = [] } of summaries) {
    const [mailId] = await put('inbox', { subject: 'x', text })
    const { content } = await panel.ask('summarise', { content: '', mailId })
    const lacks = must.filter((one) => !content.includes(one))
    const hasToo = not.filter((one) => content.includes(one))
    if (lacks.length + hasToo.length > 0)
      wrong.push(`${text.slice(0, 40)}: lacks ${lacks}, has ${hasToo}: ${content}`)
  }
  judge('summaries', wrong, summaries.length)
}, 600_000)

it('AI-09 AI-10 drafts and replies say what the gist says, in its language', async () => {
  const { panel, put } = await fresh()
  const [mailId] = await put('inbox', {
    from: 'Anna Meyer <anna@partner.example>',
    subject: 'offer',
    text: 'Can you confirm?',
  })
  const wrong: string[] = []
  for (const { gist, answerIn } of gists)
    for (const isReply of [false, true]) {
      const content = await letterOf(panel, {
        gist,
        answerIn,
        ...(isReply ? { mailId, content: '' } : {}),
      })
      const words = answerIn === 'en' ? gist.split(' ') : [gist.slice(0, 2)]
      const isSaid = words.some((word) => content.toLowerCase().includes(word.toLowerCase()))
      const isInLanguage = /\p{Script=Han}/u.test(content) === (answerIn === 'zh')
      if (!isSaid || !isInLanguage) wrong.push(`${gist}: ${content}`)
    }
  judge('drafts and replies', wrong, gists.length * 2)
}, 600_000)

const letterOf = async (
  panel: AssistantClient,
  body: Parameters<typeof panel.ask<'write'>>[1],
): Promise<string> => (await panel.ask('write', body)).content
